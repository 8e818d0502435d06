import { z } from 'zod';
import type { BootedSite } from './boot-site';

/*
 * A site's own content types that choose products in every place where an attribute can stand: in the entry itself, in
 * components (also in components of components), in a dynamic zone, and in entries they relate to.
 */

const product = { type: 'customField', customField: 'plugin::commerce-bridge.product' };
const products = { ...product, options: { multiple: true } };

/** A content type with Strapi's own controller, service and routes. */
function api(name: string, { plural, attributes }: { plural: string; attributes: object }): Record<string, unknown> {
  const folder = `src/api/${name}`;
  const uid = `api::${name}.${name}`;
  const factory = (kind: string) =>
    `module.exports = require('@strapi/strapi').factories.createCore${kind}('${uid}');\n`;
  return {
    [`${folder}/content-types/${name}/schema.json`]: {
      kind: 'collectionType',
      collectionName: plural,
      info: { singularName: name, pluralName: plural, displayName: name },
      options: { draftAndPublish: false },
      attributes,
    },
    [`${folder}/controllers/${name}.js`]: factory('Controller'),
    [`${folder}/services/${name}.js`]: factory('Service'),
    [`${folder}/routes/${name}.js`]: factory('Router'),
  };
}

function component(name: string, attributes: object): Record<string, unknown> {
  return {
    [`src/components/story/${name}.json`]: {
      collectionName: `components_story_${name}s`,
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
  ...component('look', { shelf: { type: 'component', component: 'story.shelf' }, main: product }),
  ...component('shelf', { caption: { type: 'string' }, products }),
  ...component('quote', { text: { type: 'string' } }),
};

const tokenResponse = z.object({ data: z.object({ accessKey: z.string() }) });

/** A token with which the content API of a site gives everything; to be sent as `Authorization: Bearer …`. */
export async function contentToken(site: BootedSite): Promise<string> {
  const { body } = await site.admin('POST', '/admin/api-tokens', {
    name: 'tests',
    description: '',
    type: 'full-access',
    lifespan: null,
  });
  return tokenResponse.parse(body).data.accessKey;
}
