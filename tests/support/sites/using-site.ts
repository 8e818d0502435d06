import { api, component } from './story-site';

/*
 * A site whose own content uses products in every way: by relations and by product fields, in entries, components (also
 * nested), dynamic zones, drafts, several languages, and a single type.
 */

const product = { type: 'customField', customField: 'plugin::commerce-bridge.product' };
const products = { ...product, options: { multiple: true } };
const related = { type: 'relation', relation: 'manyToMany', target: 'plugin::commerce-bridge.product' };
const translated = { i18n: { localized: true } };

export const usingSources: Readonly<Record<string, unknown>> = {
  ...api('page', {
    plural: 'pages',
    draftAndPublish: true,
    pluginOptions: translated,
    attributes: {
      title: { type: 'string', pluginOptions: translated },
      hero: { ...product, pluginOptions: translated },
      products: { ...products, pluginOptions: translated },
      related: { ...related, pluginOptions: translated },
      box: { type: 'component', component: 'using.box', repeatable: true, pluginOptions: translated },
      blocks: { type: 'dynamiczone', components: ['using.box', 'using.teaser'], pluginOptions: translated },
    },
  }),
  ...api('article', {
    plural: 'articles',
    attributes: {
      title: { type: 'string' },
      hero: product,
      brand: { type: 'relation', relation: 'manyToOne', target: 'plugin::commerce-bridge.brand' },
      category: { type: 'relation', relation: 'oneToOne', target: 'plugin::commerce-bridge.category' },
    },
  }),
  ...api('front', { plural: 'fronts', kind: 'singleType', attributes: { headline: { type: 'string' }, products } }),
  ...component('using.box', { inner: { type: 'component', component: 'using.teaser' } }),
  ...component('using.teaser', { main: product, more: { ...related, relation: 'oneToMany' } }),
};
