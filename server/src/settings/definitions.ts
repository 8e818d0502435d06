import { connectionDefinitions } from './connection-definitions';
import { marketDefinitions } from './market-definitions';
import { purgingDefinitions } from './purging-definitions';
import { restDefinitions } from './rest-definitions';
import type { Definitions } from './setting-definition';
import { storefrontDefinitions } from './storefront-definitions';
import { syncDefinitions } from './sync-definitions';
import { webhookDefinitions } from './webhook-definitions';

/** Every setting that is not a secret (behavior 8.1). */
export const definitions: Definitions = {
  ...connectionDefinitions,
  ...restDefinitions,
  ...purgingDefinitions,
  ...marketDefinitions,
  ...syncDefinitions,
  ...webhookDefinitions,
  ...storefrontDefinitions,
};
