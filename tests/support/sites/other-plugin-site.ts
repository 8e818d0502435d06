import { expect } from 'vitest';
import { z } from 'zod';
import {
  type FieldImportPage,
  fieldImportPage,
  fieldToImport,
  importedValue,
} from '../../../contracts/admin/field-import';
import type { TestDatabase } from '../databases/test-databases';
import { catalogWriter } from '../shops/catalog-items';
import { fillShop } from '../shops/rest-shop';
import { bootSite, type BootedSite, removeSite } from './boot-site';
import { type CliRun, runCli } from './run-cli';
import { api, component } from './story-site';

/*
 * A site that uses the field of `@strapi-community/bigcommerce` in every way: with and without one of our fields next
 * to it, and with one field that was switched to ours. That plugin needs a store, so the site has a plugin of the same
 * name with the same field.
 */

const theirs = { type: 'customField', customField: 'plugin::bigcommerce.product' };
const ours = { type: 'customField', customField: 'plugin::commerce-bridge.product' };
const list = { ...ours, options: { multiple: true } };
const translated = { i18n: { localized: true } };

const sources: Readonly<Record<string, unknown>> = {
  'config/env/test/plugins.js': `module.exports = { bigcommerce: { enabled: true, resolve: './src/plugins/bigcommerce' } };`,
  'src/plugins/bigcommerce/package.json': {
    name: 'bigcommerce',
    version: '0.0.0',
    strapi: { kind: 'plugin', name: 'bigcommerce' },
  },
  'src/plugins/bigcommerce/strapi-server.js': `module.exports = {
    register({ strapi }) {
      strapi.customFields.register({ name: 'product', plugin: 'bigcommerce', type: 'json' });
    },
  };`,
  ...api('page', {
    plural: 'pages',
    draftAndPublish: true,
    pluginOptions: translated,
    attributes: {
      title: { type: 'string', pluginOptions: translated },
      theirProduct: { ...theirs, pluginOptions: translated },
      hero: { ...ours, pluginOptions: translated },
      boxes: { type: 'component', component: 'other.box', repeatable: true, pluginOptions: translated },
      blocks: { type: 'dynamiczone', components: ['other.box', 'other.teaser'], pluginOptions: translated },
    },
  }),
  ...api('gift', {
    plural: 'gifts',
    attributes: { first: theirs, second: theirs, one: ours, more: list },
  }),
  ...api('note', { plural: 'notes', attributes: { pick: theirs } }),
  ...api('front', { plural: 'fronts', kind: 'singleType', attributes: { switched: ours, several: list } }),
  ...component('other.box', { inner: { type: 'component', component: 'other.teaser' } }),
  ...component('other.teaser', { pick: theirs, picks: list }),
};

const report = z.object({
  fields: z.array(fieldToImport.extend({ counts: z.record(z.string(), z.int()), values: z.array(importedValue) })),
});
type FieldReport = z.infer<typeof report>['fields'][number];
const created = z.object({ data: z.object({ accessKey: z.string() }) });

export interface OtherPluginSite {
  site: BootedSite;
  /** Runs `import-fields` with a token that has *Change settings*. */
  run(args: readonly string[]): Promise<CliRun>;
  /** The same with `--json`; `of` returns the report about a field. */
  reported(
    args: readonly string[],
  ): Promise<Pick<CliRun, 'code' | 'error'> & { of(model: string, field: string): FieldReport }>;
  importPage(body: object): Promise<FieldImportPage>;
  stop(): Promise<void>;
}

/** Boots the site, with a filled catalog and two languages. */
export async function otherPluginSite({ connection }: TestDatabase): Promise<OtherPluginSite> {
  const site = await bootSite({ sources, ...(connection && { database: connection }) });
  await fillShop(catalogWriter(site.strapi));
  await site.admin('POST', '/i18n/locales', { code: 'de', name: 'German (de)', isDefault: false });
  const { body: token } = await site.admin('POST', '/admin/admin-tokens', {
    name: 'import',
    description: '',
    lifespan: null,
    adminPermissions: [
      { action: 'plugin::commerce-bridge.settings.update', subject: null, properties: {}, conditions: [] },
    ],
  });
  const env = {
    COMMERCE_BRIDGE_CLI_URL: site.url,
    COMMERCE_BRIDGE_CLI_TOKEN: created.parse(token).data.accessKey,
  };
  const run = (args: readonly string[]) => runCli(['import-fields', ...args], { env });

  return {
    site,
    run,
    async reported(args) {
      const { code, out, error } = await run([...args, '--json']);
      const { fields } = report.parse(JSON.parse(out));
      const of = (model: string, field: string) =>
        fields.find((each) => each.model === model && each.field === field) ?? expect.fail(`no ${model}.${field}`);
      return { code, error, of };
    },
    async importPage(body) {
      const response = await site.admin('POST', '/commerce-bridge/field-import', body);
      expect(response.status).toBe(200);
      return fieldImportPage.parse(response.body);
    },
    async stop() {
      await site.stop();
      removeSite(site);
    },
  };
}
