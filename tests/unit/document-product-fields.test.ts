import { expect, test } from 'vitest';
import { mapProductFields } from '../../server/src/content-types/product-field-map';
import { describeChosenProducts } from '../../server/src/routes/document-product-fields';

const field = { type: 'json', customField: 'plugin::commerce-bridge.product' };
const map = mapProductFields([
  {
    uid: 'api::page.front-page',
    attributes: {
      title: { type: 'string' },
      hero: field,
      all: { ...field, options: { multiple: true } },
      story: { type: 'relation', relation: 'manyToOne', target: 'api::story.story' },
      localizations: { type: 'relation', relation: 'oneToMany', target: 'api::page.front-page' },
      teasers: { type: 'component', component: 'page.teaser-list', repeatable: true },
    },
  },
  { uid: 'api::story.story', attributes: { hero: field } },
  { uid: 'page.teaser-list', attributes: { hero: field, caption: { type: 'json' } } },
]);

const object = (properties: Record<string, unknown>) => ({ type: 'object', properties });
/** As the plugin writes it: types by name, related entries in place, components by reference. */
const written = () => ({
  components: {
    schemas: {
      PageFrontPage: object({
        title: { type: 'string' },
        hero: {},
        all: {},
        story: object({ hero: {} }),
        teasers: { type: 'array', items: { $ref: '#/components/schemas/PageTeaserListComponent' } },
      }),
      PageFrontPageRequest: object({ data: object({ title: { type: 'string' }, hero: {}, all: {} }) }),
      PageTeaserListComponent: object({ hero: {}, caption: {} }),
      Story: object({ hero: {} }),
      Error: object({}),
    },
  },
});

const id = { type: 'integer', minimum: 1, maximum: expect.any(Number) };
const ids = { type: 'array', items: id, maxItems: 100, uniqueItems: true };
const item = { $ref: '#/components/schemas/CommerceBridgeProductListItem' };
const single = { $ref: '#/components/schemas/CommerceBridgeProduct' };
const shown = expect.objectContaining({ anyOf: [id, item, single], nullable: true });

test('a response has the ID or the product, in entries, related ones, and components', () => {
  const document = written();
  describeChosenProducts(document, map);

  expect(document.components.schemas).toMatchObject({
    PageFrontPage: {
      properties: {
        title: { type: 'string' },
        hero: shown,
        all: { anyOf: [ids, { type: 'array', items: item }, { type: 'array', items: single }], nullable: true },
        story: { properties: { hero: shown } },
      },
    },
    PageTeaserListComponent: { properties: { hero: shown, caption: {} } },
    Story: { properties: { hero: shown } },
  });
});

test('a request takes IDs', () => {
  const document = written();
  describeChosenProducts(document, map);

  expect(document.components.schemas.PageFrontPageRequest.properties.data).toMatchObject({
    properties: { hero: { ...id, nullable: true }, all: { ...ids, nullable: true } },
  });
});

test('a document without schemas stays as it is', () => {
  const document = { components: {} };
  describeChosenProducts(document, map);

  expect(document).toEqual({ components: {} });
});
