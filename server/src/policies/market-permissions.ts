import type { Core } from '@strapi/strapi';
import { readMarket } from '../http/market-token';
import type { SiteMarkets } from '../markets/site-markets';

// Strapi creates permissions for the controllers' actions that this property marks as the content API's.
const apisOfAction = Symbol.for('__type__');

/** An action that exists only for its permission. */
export function contentPermission(): () => void {
  return Object.assign(() => undefined, { [apisOfAction]: ['content-api'] });
}

/**
 * Registers a permission for each private market, in addition to the one for all of them, to be granted to API tokens
 * (behavior 14.3). Strapi accepts permissions only while it starts: that of a market added later exists after the next
 * start.
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
