import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { aProduct, catalogWriter } from '../support/shops/catalog-items';
import { type BootedSite, bootSite, removeSite } from '../support/sites/boot-site';
import { api, component, contentToken } from '../support/sites/story-site';

/* Parts of Strapi and of other plugins that read the custom field or our routes in their own way. */

const field = { type: 'customField', customField: 'plugin::commerce-bridge.product' };
const localized = { pluginOptions: { i18n: { localized: true } } };
const shared = { pluginOptions: { i18n: { localized: false } } };
const sources = {
  ...api('page', {
    plural: 'pages',
    ...localized,
    attributes: {
      title: { type: 'string', ...localized },
      hero: { ...field, ...localized },
      everywhere: { ...field, ...shared, options: { multiple: true } },
      teasers: { type: 'component', component: 'page.teaser', repeatable: true },
    },
  }),
  ...component('page.teaser', { hero: field }),
  ...api('leaflet', {
    plural: 'leaflets',
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      products: { ...field, options: { multiple: true } },
    },
  }),
  // Accepts documentation of other plugins like @strapi/plugin-documentation.
  'src/plugins/documentation/package.json': {
    name: 'documentation',
    version: '1.0.0',
    strapi: { kind: 'plugin', name: 'documentation' },
  },
  'src/plugins/documentation/strapi-server.js': `module.exports = {
    config: { default: { 'x-strapi-config': { mutateDocumentation: null } } },
    services: { override: () => ({ parts: [], registerOverride(part) { this.parts.push(part); } }) },
  };`,
  // Reads the routes, and thus the fields of all types, while plugins are still being registered, as rest-cache does.
  // It also adds an entity tag to responses.
  'src/plugins/early/package.json': { name: 'early', version: '1.0.0', strapi: { kind: 'plugin', name: 'early' } },
  'src/plugins/early/strapi-server.js': `module.exports = {
    register: ({ strapi }) => {
      const groups = Object.values(strapi.apis).flatMap(({ routes }) => Object.values(routes));
      strapi.config.set('seen', groups.flatMap(({ routes }) => routes.map(({ handler }) => handler)));
      const entityTag = async (ctx, next) => { await next(); ctx.set('ETag', '"of the entries"'); };
      for (const route of groups.flatMap(({ routes }) => routes)) route.config = { ...route.config, middlewares: [entityTag] };
    },
  };`,
};
const documentation = `{
  enabled: true,
  resolve: require('node:path').join(__dirname, '../src/plugins/documentation'),
  config: { 'x-strapi-config': { mutateDocumentation: (written) => { written.info = { title: 'of the site' }; } } },
}`;
const early = `{ enabled: true, resolve: require('node:path').join(__dirname, '../src/plugins/early') }`;

const earlyFirst = `(module.exports = { early: ${early}, ...module.exports }, {})`;

let site: BootedSite;
let token: string;
/** The result of a boot with the other plugin before ours. */
let ending: unknown;

beforeAll(async () => {
  // Before the other boot: with two sites in a process, Strapi's own code uses the one that booted or ended last.
  ending = await bootSite({ sources, configSource: earlyFirst }).catch((error: unknown) => error);
  site = await bootSite({
    sources,
    environment: { COMMERCE_BRIDGE_API_URL: 'http://127.0.0.1:9' },
    configSource: `(Object.assign(module.exports, { early: ${early}, documentation: ${documentation} }), {})`,
  });
  token = await contentToken(site);
  await catalogWriter(site.strapi).write('product', [
    aProduct({ id: 10, title: 'Apple' }),
    aProduct({ id: 11, title: 'Banana' }),
  ]);
  await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
});
afterAll(async () => {
  await site.stop();
  removeSite(site);
});

const requireOfStrapi = createRequire(require.resolve('@strapi/strapi/package.json'));
const pages = z.object({ data: z.array(z.looseObject({ title: z.string(), hero: z.unknown() })) });

async function readJson(path: string): Promise<unknown> {
  const response = await fetch(`${site.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  return response.json();
}
async function pagesIn(locale: string, query = ''): Promise<z.infer<typeof pages>['data']> {
  return pages.parse(await readJson(`/pages?locale=${locale}${query}`)).data;
}

test('a plugin that reads all routes while it registers does so after ours', () => {
  expect(site.strapi.config.get('seen')).toContain('api::page.page.find');
});

test('before ours, Strapi does not know the custom field yet, and says so', () => {
  expect(ending).toMatchObject({ message: 'Could not find Custom Field: plugin::commerce-bridge.product' });
});

test('each locale of an entry chooses its own products, or all choose the same', async () => {
  const documents = site.strapi.documents('api::page.page');
  const write = (documentId: string, locale: string, data: Record<string, unknown>) =>
    documents.update({ documentId, locale, data });
  const { documentId } = await documents.create({ data: {} });
  await write(documentId, 'en', { title: 'Hello', hero: 10, everywhere: [10, 11] });
  await write(documentId, 'de', { title: 'Hallo', hero: 11 });

  expect(await pagesIn('en')).toMatchObject([{ title: 'Hello', hero: 10, everywhere: [10, 11] }]);
  expect(await pagesIn('de')).toMatchObject([{ title: 'Hallo', hero: 11, everywhere: [10, 11] }]);
  expect(await pagesIn('de', '&commerceProducts=list')).toMatchObject([
    { hero: { name: 'Banana' }, everywhere: [{ name: 'Apple' }, { name: 'Banana' }] },
  ]);

  await write(documentId, 'de', { everywhere: [11] });
  expect(await pagesIn('en')).toMatchObject([{ hero: 10, everywhere: [11] }]);
});

const json = z.looseObject({ schema: z.unknown() });
const content = z.object({ content: z.looseObject({ 'application/json': json }) });
const operation = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string() })).optional(),
  requestBody: content.optional(),
  responses: z.looseObject({ 200: content.optional() }),
});
const openApi = z.object({
  document: z.object({
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  }),
});
type Operation = z.infer<typeof operation>;

const responseOf = (found: Operation | undefined): unknown => found?.responses[200]?.content['application/json'].schema;

/** Strapi's own document: each operation by method and path, and named schemas. */
function documentOf(type: 'content-api' | 'admin') {
  const { generate }: { generate: (strapi: unknown, options: object) => unknown } = requireOfStrapi('@strapi/openapi');
  const { paths, components } = openApi.parse(generate(site.strapi, { type })).document;
  const operations = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, found]): [string, Operation] => [`${method.toUpperCase()} ${path}`, found]),
    ),
  );
  return { operations, schemas: components.schemas };
}

test('an entity tag that a route made of ids is not sent with products in their place', async () => {
  const tagged: Record<string, unknown> = { title: 'Tagged', products: [10] };
  await site.strapi.documents('api::leaflet.leaflet').create({ data: tagged, status: 'published' });
  const tagOf = async (query: string): Promise<string | null> => {
    const response = await fetch(`${site.url}/api/leaflets${query}`, { headers: { authorization: `Bearer ${token}` } });
    return response.headers.get('etag');
  };

  expect(await tagOf('')).toBe('"of the entries"');
  expect(await tagOf('?commerceProducts=list')).toBeNull();
});

test('what config-sync writes into a repository has no settings of ours, and no secrets', async () => {
  const given = { storeHash: 'abcdefgh', accessToken: 'token-of-a-store', clientSecret: 'secret-of-a-store' };
  expect((await site.admin('PUT', '/commerce-bridge/settings', given)).status).toBe(200);
  const exported = await Promise.all(
    ['strapi::core-store', 'admin::permission', 'admin::role', 'plugin::i18n.locale'].map((uid) =>
      site.strapi.db.query(uid).findMany({}),
    ),
  );
  expect(exported.flat().length).toBeGreaterThan(20);
  expect(JSON.stringify(exported)).not.toMatch(/of-a-store|abcdefgh|plugin_commerce-bridge/);
});

test("Strapi's OpenAPI document has our endpoints, and the parameters that expand products", () => {
  const { operations } = documentOf('content-api');
  const parametersOf = (ending: string): string[] | undefined =>
    [...operations]
      .find(([name]) => name.startsWith('GET ') && name.endsWith(ending))?.[1]
      .parameters?.map(({ name }) => name);

  expect(parametersOf('/commerce-bridge/v1/products')).toEqual(
    expect.arrayContaining(['search', 'per_page', 'market']),
  );
  expect(parametersOf('/pages')).toEqual(expect.arrayContaining(['commerceProducts', 'commerceInclude']));
});

test("Strapi's OpenAPI document says what a chosen product is, in entries and in their components", () => {
  const { operations, schemas } = documentOf('content-api');
  const id = expect.objectContaining({ type: 'integer', minimum: 1 });
  const ids = expect.objectContaining({ type: 'array', items: id, maxItems: 100, uniqueItems: true });
  const listed = expect.objectContaining({ properties: expect.objectContaining({ permalink: expect.anything() }) });
  const single = expect.objectContaining({ properties: expect.objectContaining({ variants: expect.anything() }) });
  const fields = (hero: unknown[], everywhere: unknown[]) => ({
    hero: { anyOf: hero, description: 'Chosen products of the catalog.' },
    everywhere: { anyOf: everywhere },
  });
  const none = { type: 'null' };
  const listOf = (items: unknown) => expect.objectContaining({ type: 'array', items });

  expect(responseOf(operations.get('GET /pages'))).toMatchObject({
    properties: {
      data: {
        items: { properties: fields([id, none, listed, single], [ids, none, listOf(listed), listOf(single)]) },
      },
    },
  });
  expect(operations.get('POST /pages')?.requestBody?.content['application/json'].schema).toMatchObject({
    properties: { data: { properties: fields([id, none], [ids, none]) } },
  });
  expect(responseOf(operations.get('PUT /pages/{id}'))).toMatchObject({
    properties: { data: { properties: fields([id, none], [ids, none]) } },
  });
  // The schema that all responses share.
  expect(schemas['PageTeaserEntry']).toMatchObject({ properties: { hero: { anyOf: [id, none, listed, single] } } });
});

test('each route of the admin panel says in that document what it takes and returns', () => {
  const own = [...documentOf('admin').operations].filter(([name]) => name.includes(' /commerce-bridge/'));
  const silent = own.filter(([, found]) => responseOf(found) === undefined).map(([name]) => name);

  expect(own.length).toBeGreaterThan(50);
  // Three have no response body, and the one for Prometheus is not JSON.
  expect(silent.sort()).toEqual([
    'DELETE /commerce-bridge/events/{id}',
    'DELETE /commerce-bridge/health',
    'GET /commerce-bridge/metrics',
    'POST /commerce-bridge/cache/purge',
  ]);
});

test("Strapi's documentation plugin shows our endpoints, in the OpenAPI that it writes", async () => {
  // Other plugins of Strapi add documentation, too.
  const part = z
    .array(z.looseObject({ paths: z.record(z.string(), z.unknown()).optional() }))
    .parse(site.strapi.plugin('documentation').service('override').parts)
    .find(({ paths = {} }) => '/commerce-bridge/v1' in paths);
  const whole = { openapi: '3.0.0', info: { title: 'Site', version: '1' }, ...part };

  expect(Object.keys(part?.paths ?? {})).toEqual(
    expect.arrayContaining(['/commerce-bridge/v1/products', '/commerce-bridge/v1/products/{slug}']),
  );
  expect(await new Validator().validate(whole)).toMatchObject({ valid: true });
});

test('that document says what a chosen product is, and has what the site itself changes in it', () => {
  const settings: { mutateDocumentation(written: object): void } = site.strapi.config.get(
    'plugin::documentation.x-strapi-config',
  );
  const properties = { title: { type: 'string' }, hero: {}, everywhere: {} };
  const written = { components: { schemas: { Page: { type: 'object', properties } } } };
  settings.mutateDocumentation(written);

  expect(written).toMatchObject({ info: { title: 'of the site' } });
  expect(properties).toMatchObject({ hero: { anyOf: expect.any(Array) }, everywhere: { anyOf: expect.any(Array) } });
});

test("the types that Strapi generates have the custom field, and our records' attributes", async () => {
  const { generators }: { generators: { generate(options: object): Promise<unknown> } } =
    requireOfStrapi('@strapi/typescript-utils');
  await generators.generate({
    strapi: site.strapi,
    pwd: site.folder,
    artifacts: { contentTypes: true, components: true },
    logger: { silent: true },
  });
  const folder = join(site.folder, 'types/generated');
  const types = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

  expect(types).toMatch(
    /hero: Schema\.Attribute\.JSON &\s*Schema\.Attribute\.CustomField<'plugin::commerce-bridge\.product'>/,
  );
  expect(types).toMatch(/interface PluginCommerceBridgeProduct[^]*?upstreamId: Schema\.Attribute/);
});
