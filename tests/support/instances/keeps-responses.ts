import type { BootedSite } from '../sites/boot-site';
import { eventually } from '../time/eventually';

/**
 * Waits until a site caches responses. It caches none before its first poll for changes by other instances, for which
 * it only waits briefly: on a slow machine, responses that a test expects to be cached would be read again.
 */
export async function keepsResponses(site: BootedSite): Promise<void> {
  await eventually(async () => (await site.rest('/products?ids=1&per_page=1')).headers.get('x-cache') === 'HIT');
}
