import type { BootedSite } from './boot-site';
import { eventually } from './eventually';

/**
 * Waits until a site keeps answers. Before its first look at what other instances changed it keeps none, and waits for that
 * look only a moment: a slow machine would see answers read anew that a test expects to be kept.
 */
export async function keepsResponses(site: BootedSite): Promise<void> {
  await eventually(async () => (await site.rest('/products?ids=1&per_page=1')).headers.get('x-cache') === 'HIT');
}
