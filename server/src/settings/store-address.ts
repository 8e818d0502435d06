import type { Settings } from './settings-service';

/** Names the store that the settings connect the site to; null while they connect it to none. */
export function storeAddressOf({
  plain: { apiUrl, storeHash },
}: Settings): { apiUrl: string; storeHash: string } | null {
  return storeHash === null ? null : { apiUrl, storeHash };
}
