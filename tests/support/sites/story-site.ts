import { z } from 'zod';
import type { BootedSite } from './boot-site';

/*
 * A site's own content types with product fields in every possible place: in the entry itself, in components (also
 * nested), in a dynamic zone, and in related entries.
 */

const product = { type: 'customField', customField: 'plugin::commerce-bridge.product' };
const products = { ...product, options: { multiple: true } };

interface TypeOptions {
  plural: string;
  attributes: object;
  /** Default: a collection type. */
  kind?: 'collectionType' | 'singleType';
  /** Default: no. */
  draftAndPublish?: boolean;
  /** Further options of the type. */
  options?: object;
  pluginOptions?: object;
}

/** The files of a content type with Strapi's own controller, service and routes. */
export function api(
  name: string,
  { plural, kind, draftAndPublish, options, ...schema }: TypeOptions,
): Record<string, unknown> {
  const folder = `src/api/${name}`;
  const uid = `api::${name}.${name}`;
  const factory = (kind: string) =>
    `module.exports = require('@strapi/strapi').factories.createCore${kind}('${uid}');\n`;
  return {
    [`${folder}/content-types/${name}/schema.json`]: {
      kind: kind ?? 'collectionType',
      collectionName: plural,
      info: { singularName: name, pluralName: plural, displayName: name },
      options: { draftAndPublish: draftAndPublish ?? false, ...options },
      ...schema,
    },
    [`${folder}/controllers/${name}.js`]: factory('Controller'),
    [`${folder}/services/${name}.js`]: factory('Service'),
    [`${folder}/routes/${name}.js`]: factory('Router'),
  };
}

/** The file of a component, named by its uid. */
export function component(uid: string, attributes: object): Record<string, unknown> {
  const [group = '', name = ''] = uid.split('.');
  return {
    [`src/components/${group}/${name}.json`]: {
      collectionName: `components_${group}_${name}s`,
      info: { displayName: name },
      options: {},
      attributes,
    },
  };
}

export const storySources: Readonly<Record<string, unknown>> = {
  ...api('story', {
    plural: 'stories',
    attributes: {
      title: { type: 'string' },
      hero: product,
      products,
      secret: { ...product, private: true },
      look: { type: 'component', component: 'story.look' },
      looks: { type: 'component', component: 'story.look', repeatable: true },
      blocks: { type: 'dynamiczone', components: ['story.shelf', 'story.quote'] },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
    },
  }),
  ...api('author', {
    plural: 'authors',
    attributes: { name: { type: 'string' }, favourite: product },
  }),
  ...api('note', { plural: 'notes', attributes: { text: { type: 'string' } } }),
  ...component('story.look', { shelf: { type: 'component', component: 'story.shelf' }, main: product }),
  ...component('story.shelf', { caption: { type: 'string' }, products }),
  ...component('story.quote', { text: { type: 'string' } }),
};

const tokenResponse = z.object({ data: z.object({ accessKey: z.string() }) });

/** A token with full access to a site's content API; to be sent as `Authorization: Bearer …`. */
export async function contentToken(site: BootedSite): Promise<string> {
  const { body } = await site.admin('POST', '/admin/api-tokens', {
    name: 'tests',
    description: '',
    type: 'full-access',
    lifespan: null,
  });
  return tokenResponse.parse(body).data.accessKey;
}
