import type { Core } from '@strapi/strapi';
import { createCachedIds, createRecordEntries, readSiteModels } from './catalog/admin';
import { type ChangedIds, createStrapiChangeListeners } from './catalog/changes';
import { type Catalog, createCatalog } from './catalog/create-catalog';
import { createSiteRelations } from './catalog/removal';
import { readCatalogTables } from './catalog/tables';
import { productFieldUid } from './content-types/product-field';
import { createFieldImport } from './field-import/create-field-import';
import { readEntryTypes, readImportModels } from './field-import/strapi-import-models';
import type { Instances } from './instances/create-instances';
import { createKnexInstanceRegister } from './instances/knex-instance-register';
import type { SharedTimes } from './instances/shared-values';
import type { Base } from './join-base';
import { includeSettings } from './markets/market-parts';
import { createPurging, namesOfTargets } from './purging/create-purging';
import { pluginVersion } from './upstream/http/user-agent';

/** What deals with entries of the site that show products. */
function joinEntries(strapi: Core.Strapi, { database }: Pick<Base, 'database'>, { tables }: Pick<Catalog, 'tables'>) {
  return {
    recordEntries: createRecordEntries(strapi, { database, tables, productField: productFieldUid }),
    fieldImport: createFieldImport({
      database,
      cachedIn: (connection) => createCachedIds({ database: connection, tables }),
      siteModels: readSiteModels(strapi, { entity: 'product', productField: productFieldUid }),
      importModels: readImportModels(strapi, productFieldUid),
      entryTypes: readEntryTypes(strapi),
    }),
  };
}

/** The catalog, and everything that is notified of its changes. */
export function joinCatalog(
  strapi: Core.Strapi,
  base: Base & { instances: Instances; times: SharedTimes },
  {
    onReplaced,
    onRestored,
  }: {
    /** Called when an import or transfer has replaced cached records. */
    onReplaced: () => Promise<void>;
    /** Called when the database was restored to an earlier state, with the runs that imported its records. */
    onRestored: () => void;
  },
) {
  const { settings, instances } = base;
  const instanceRegister = createKnexInstanceRegister(base);
  // On SQLite, there is only one. A new target is known to all within seconds, and misses changes until then anyway.
  const isPurgedByOthers = () => instances.limits !== null && namesOfTargets(base).length > 0;
  const catalog: Catalog = createCatalog({
    ...base,
    messages: instances.messages,
    values: instances.values,
    tables: readCatalogTables(strapi),
    relationsTo: createSiteRelations(strapi),
    settings: () => settings.snapshot().plain,
    readSettings: async () => (await settings.read()).plain,
    // Otherwise responses with the former settings would be cached again.
    async beforeChanges(changes) {
      const isOfSettings = ({ isEverything, marketParts = [] }: ChangedIds) =>
        isEverything || includeSettings(marketParts);
      if (changes.some(isOfSettings)) await settings.read();
    },
    onRestored,
    outboxTargets: () => namesOfTargets(base),
    othersRun: async () => (await instanceRegister.list()).some(({ version }) => version !== pluginVersion),
    isPurgedByOthers,
    // With Redis, instances are notified.
    pollsOften: () => instances.messages === null && isPurgedByOthers(),
    variant: () => JSON.stringify([pluginVersion, base.restSettings.productPageAddress(), settings.snapshot().plain]),
  });
  return {
    catalog,
    instanceRegister,
    ...joinEntries(strapi, base, catalog),
    purging: createPurging({
      ...base,
      storeLocale: async () => (await catalog.storeFacts.read())?.locale ?? null,
      lookNow: catalog.responses.lookNow,
      notifyOthers: instances.notifyOthers,
      onOutbox: catalog.onLogged,
      outdateOutside: catalog.outdateOutside,
    }),
    listeners: createStrapiChangeListeners({
      ...base,
      strapi,
      changes: catalog.changes,
      ofFullRuns: () => settings.snapshot().plain.entryEventsOfFullRuns,
      onReplaced,
    }),
  };
}
