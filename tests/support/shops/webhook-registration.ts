import { registrationResponse, webhooksView } from '../../../contracts/admin/webhooks';
import { type Simulator } from '../../../simulator/src/server';
import { type BootedSite } from '../sites/boot-site';

export const destination = 'https://shop.example.com/api/commerce-bridge/v1/webhook';
export const register = (site: BootedSite, body: object = {}) =>
  site.admin('POST', '/commerce-bridge/webhooks/register', body);
export const registered = async (site: BootedSite, body: object = {}) =>
  registrationResponse.parse((await register(site, body)).body);
export const viewOf = async (site: BootedSite) =>
  webhooksView.parse((await site.admin('GET', '/commerce-bridge/webhooks')).body);

/** The public URL of a site that the simulated store can reach. */
export function environmentOf(simulator: Simulator, publicUrl = 'https://shop.example.com'): Record<string, string> {
  return {
    COMMERCE_BRIDGE_API_URL: simulator.url,
    COMMERCE_BRIDGE_PUBLIC_URL: publicUrl,
    COMMERCE_BRIDGE_STORE_HASH: simulator.account.storeHash,
    COMMERCE_BRIDGE_ACCESS_TOKEN: simulator.account.accessToken,
  };
}
