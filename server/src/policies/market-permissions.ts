import type { Core } from '@strapi/strapi';
import { readMarket } from '../http/market-token';
import type { SiteMarkets } from '../markets/site-markets';

// Strapi makes permissions of the controllers' actions that a note says are the content API's.
const apisOfAction = Symbol.for('__type__');

/** An action that is nothing but its permission. */
export function contentPermission(): () => void {
  return Object.assign(() => undefined, { [apisOfAction]: ['content-api'] });
}

/**
 * Makes a permission for each market that is not public, in addition to the one for all of them, to be given to API tokens (behavior 14.3).
 * Strapi takes permissions only while it starts: one of a market that is added later is there after the next start.
 */
export async function registerMarketPermissions(
  strapi: Core.Strapi,
  { further }: Pick<SiteMarkets, 'further'>,
): Promise<void> {
  const controller: Record<string, unknown> = strapi.plugin('commerce-bridge').controller('market');
  for (const { key, isPublic } of further()) {
    if (isPublic) continue;
    const uid = readMarket(key);
    const action = uid.slice(uid.lastIndexOf('.') + 1);
    controller[action] = contentPermission();
    await strapi.contentAPI.permissions.providers.action.register(uid, {
      api: 'plugin::commerce-bridge',
      controller: 'market',
      action,
      uid,
    });
  }
}
