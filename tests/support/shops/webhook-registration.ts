import { type RegistrationResponse, registrationResponse, webhooksView } from '../../../contracts/admin/webhooks';
import { type Simulator } from '../../../simulator/src/server';
import { type BootedSite } from '../sites/boot-site';
import { eventually } from '../time/eventually';

export const destination = 'https://shop.example.com/api/commerce-bridge/v1/webhook';
export const register = (site: BootedSite, body: object = {}) =>
  site.admin('POST', '/commerce-bridge/webhooks/register', body);
/** Waits while the site registers by itself, as it does after its markets were changed. */
export async function registered(site: BootedSite, body: object = {}): Promise<RegistrationResponse> {
  const response = await eventually(async () => {
    const found = await register(site, body);
    return found.status !== 409 && found;
  });
  return registrationResponse.parse(response.body);
}
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
