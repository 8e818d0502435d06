import { brands } from './brands';
import { cache } from './cache';
import { catalog } from './catalog';
import { collections } from './collections';
import { contract } from './contract';
import { diagnostics } from './diagnostics';
import { events } from './events';
import { facets } from './facets';
import { fieldImport } from './field-import';
import { graphql } from './graphql';
import { health } from './health';
import { market } from './market';
import { marketDesk } from './market-desk';
import { marketSync } from './market-sync';
import { markets } from './markets';
import { metrics } from './metrics';
import { productMarkets } from './product-markets';
import { products } from './products';
import { purging } from './purging';
import { recordControllers } from './record-documents';
import { records } from './records';
import { removals } from './removals';
import { settings } from './settings';
import { setup } from './setup';
import { sitemap } from './sitemap';
import { store } from './store';
import { suggestions } from './suggestions';
import { sync } from './sync';
import { usage } from './usage';
import { verification } from './verification';
import { webhookSecret } from './webhook-secret';
import { webhooks } from './webhooks';

export const controllers = {
  brands,
  cache,
  catalog,
  collections,
  contract,
  diagnostics,
  events,
  facets,
  fieldImport,
  graphql,
  health,
  market,
  marketDesk,
  marketSync,
  markets,
  metrics,
  productMarkets,
  products,
  purging,
  ...recordControllers,
  records,
  removals,
  settings,
  setup,
  sitemap,
  store,
  suggestions,
  sync,
  usage,
  verification,
  webhookSecret,
  webhooks,
};
