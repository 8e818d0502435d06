import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { aProduct, catalogWriter } from '../support/shops/catalog-items';
import { type BootedSite, bootSite, removeSite } from '../support/sites/boot-site';
import { api, contentToken } from '../support/sites/story-site';

/*
 * What of Strapi, and of other plugins, reads the custom field or our routes in a way of its own.
 */

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
    },
  }),
  // As rest-cache does: the routes, and with them the fields of all types, while plugins still register.
  'src/plugins/early/package.json': { name: 'early', version: '1.0.0', strapi: { kind: 'plugin', name: 'early' } },
  'src/plugins/early/strapi-server.js': `module.exports = {
    register: ({ strapi }) => {
      const groups = Object.values(strapi.apis).flatMap(({ routes }) => Object.values(routes));
      strapi.config.set('seen', groups.flatMap(({ routes }) => routes.map(({ handler }) => handler)));
    },
  };`,
};
const early = `{ enabled: true, resolve: require('node:path').join(__dirname, '../src/plugins/early') }`;

const earlyFirst = `(module.exports = { early: ${early}, ...module.exports }, {})`;

let site: BootedSite;
let token: string;
/** How a boot with the other plugin before ours ended. */
let ending: unknown;

beforeAll(async () => {
  // Before the other boot: of two sites in a process, Strapi's own code sees the one that booted or ended last.
  ending = await bootSite({ sources, configSource: earlyFirst }).catch((error: unknown) => error);
  site = await bootSite({ sources, configSource: `(module.exports.early = ${early}, {})` });
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

async function pagesIn(locale: string, query = ''): Promise<z.infer<typeof pages>['data']> {
  const response = await fetch(`${site.url}/api/pages?locale=${locale}${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return pages.parse(await response.json()).data;
}

test('a plugin that reads all routes while it registers does so after ours', () => {
  expect(site.strapi.config.get('seen')).toContain('api::page.page.find');
});

test('before ours, Strapi does not know the custom field yet, and says so', () => {
  expect(ending).toMatchObject({ message: 'Could not find Custom Field: plugin::commerce-bridge.product' });
});

test('each locale of an entry chooses products of its own, or all choose the same', async () => {
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

test("Strapi's OpenAPI document has our endpoints, and the parameters that expand products", () => {
  const { generate }: { generate: (strapi: unknown, options: object) => unknown } = requireOfStrapi('@strapi/openapi');
  const parameter = z.looseObject({ name: z.string() });
  const { paths } = z
    .object({
      document: z.object({
        paths: z.record(
          z.string(),
          z.looseObject({ get: z.looseObject({ parameters: z.array(parameter).optional() }).optional() }),
        ),
      }),
    })
    .parse(generate(site.strapi, { type: 'content-api' })).document;
  const parametersOf = (ending: string): string[] | undefined =>
    Object.entries(paths)
      .find(([path]) => path.endsWith(ending))?.[1]
      .get?.parameters?.map(({ name }) => name);

  expect(parametersOf('/commerce-bridge/v1/products')).toEqual(
    expect.arrayContaining(['search', 'per_page', 'market']),
  );
  expect(parametersOf('/pages')).toEqual(expect.arrayContaining(['commerceProducts', 'commerceInclude']));
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
