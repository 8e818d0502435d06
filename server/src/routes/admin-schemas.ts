import { z } from 'zod';
import { catalogCleared, productResync } from '../../../contracts/admin/catalog';
import { diagnostics } from '../../../contracts/admin/diagnostics';
import * as events from '../../../contracts/admin/events';
import * as fieldImport from '../../../contracts/admin/field-import';
import { healthRecord } from '../../../contracts/admin/health';
import * as marketDesk from '../../../contracts/admin/market-desk';
import { marketParams, marketSyncBody, marketSyncStarted } from '../../../contracts/admin/markets';
import { noticeResponse } from '../../../contracts/admin/notice';
import { overview, overviewHistory } from '../../../contracts/admin/overview';
import { productInMarket, productInMarketPath } from '../../../contracts/admin/product-in-market';
import * as products from '../../../contracts/admin/products';
import { purgeTargetPath, purgeTest, purgingState } from '../../../contracts/admin/purging';
import { recordEntries } from '../../../contracts/admin/record-entries';
import { recordOrigin, recordParams } from '../../../contracts/admin/records';
import { removalsAllowed } from '../../../contracts/admin/removals';
import * as runs from '../../../contracts/admin/runs';
import { connectionTest, connectionTestBody, settingsUpdate, settingsView } from '../../../contracts/admin/settings';
import { setupProgress } from '../../../contracts/admin/setup';
import { usage } from '../../../contracts/admin/usage';
import { verificationState } from '../../../contracts/admin/verification';
import { registrationBody, registrationResponse, webhooksView } from '../../../contracts/admin/webhooks';
import { contractDocument } from '../../../contracts/rest/endpoints';

/** What a route takes and returns; an absent part is not accepted, or empty. */
interface RouteSchemas {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response?: z.ZodType;
}

const runReport = z
  .looseObject({ run: runs.run })
  .describe('A file: the run, its log, what it changed, and what it could not import.');

/** By handler. Strapi uses them only to describe routes; the controllers validate requests. */
const schemas: Readonly<Record<string, RouteSchemas>> = {
  'settings.read': { response: settingsView },
  'settings.update': {
    body: settingsUpdate.extend({ clearCachedStore: z.boolean().optional() }),
    response: settingsView,
  },
  'settings.testConnection': { body: connectionTestBody, response: connectionTest },
  'setup.read': { response: setupProgress },
  'setup.skipWebhooks': { response: setupProgress },
  'usage.read': { response: usage },
  'usage.document': { response: contractDocument },
  'sync.state': { response: runs.syncResponse },
  'sync.start': { body: runs.startRunBody, response: runs.run },
  'sync.cancel': { response: z.object({ run: runs.run.nullable() }) },
  'sync.history': { query: runs.runHistoryQuery, response: runs.runHistory },
  'sync.report': { params: runs.runParams, response: runReport },
  'sync.log': { params: runs.runParams, response: runs.runLog },
  'sync.failures': { params: runs.runParams, query: runs.runFailuresQuery, response: runs.runFailureList },
  'sync.changes': { params: runs.runParams, query: runs.runChangesQuery, response: runs.runChangeList },
  'verification.state': { response: verificationState },
  'verification.start': { response: verificationState },
  'verification.cancel': { response: verificationState },
  'catalog.list': { query: products.productListParameters, response: products.productList },
  'catalog.detail': { params: products.productPath, response: products.productDetail },
  'catalog.upstream': { params: products.productPath, response: products.productUpstream },
  'catalog.categories': { query: products.taxonomyQuery, response: products.taxonomyList },
  'catalog.brands': { query: products.taxonomyQuery, response: products.taxonomyList },
  'catalog.resync': { params: products.productNamePath, response: productResync },
  'catalog.clear': { response: catalogCleared },
  'productMarkets.compare': { params: productInMarketPath, response: productInMarket },
  'records.origin': { params: recordParams, response: recordOrigin },
  'records.entries': { params: recordParams, response: recordEntries },
  'records.resync': { params: recordParams, response: productResync },
  'marketDesk.list': { response: marketDesk.marketRows },
  'marketDesk.choices': { response: marketDesk.marketChoices },
  'marketDesk.locales': { params: marketDesk.localesParams, response: marketDesk.localeChoices },
  'marketDesk.cost': { body: marketDesk.marketCostBody, response: marketDesk.marketCosts },
  'marketDesk.preview': { params: marketDesk.marketPreviewParams, response: marketDesk.marketPreview },
  'marketSync.start': { params: marketParams, body: marketSyncBody, response: marketSyncStarted },
  'removals.allow': { response: removalsAllowed },
  'cache.purge': {},
  'fieldImport.plan': { query: fieldImport.fieldImportQuery, response: fieldImport.fieldImportPlan },
  'fieldImport.importPage': { body: fieldImport.fieldImportBody, response: fieldImport.fieldImportPage },
  'purging.state': { response: purgingState },
  'purging.retry': { params: purgeTargetPath, response: purgingState },
  'purging.test': { params: purgeTargetPath, response: purgeTest },
  'webhooks.list': { response: webhooksView },
  'webhooks.register': { body: registrationBody, response: registrationResponse },
  'webhookSecret.generate': { response: events.newWebhookSecret },
  'events.list': { query: events.eventListQuery, response: events.eventList },
  'events.deliveries': { response: events.deliveryTallies },
  'events.retryAll': { body: events.retryAllBody, response: events.retriedEvents },
  'events.retry': { params: events.eventParams, response: events.eventRetry },
  'events.discard': { params: events.eventParams },
  'health.read': { response: healthRecord.nullable() },
  'health.check': { response: healthRecord },
  'health.clear': {},
  'health.notice': { response: noticeResponse },
  'health.overview': { response: overview },
  'health.history': { response: overviewHistory },
  // Text in Prometheus's format, which Strapi's document cannot describe.
  'metrics.read': {},
  'diagnostics.read': { response: diagnostics },
};

/** The schemas of a route, in Strapi's form. */
export function schemasOf(handler: string) {
  const { params, query, body, response } = schemas[handler] ?? {};
  return {
    request: {
      ...(params && { params: params.shape }),
      ...(query && { query: query.shape }),
      ...(body && { body: { 'application/json': body } }),
    },
    ...(response && { response }),
  };
}
