import type { StoreSwitchConflict } from '../../../contracts/admin/catalog';
import { isObject } from '../lib/is-object';

/** Why the server has not changed the store yet: the site has records of another one. */
export type StoreSwitch = Omit<StoreSwitchConflict, 'code'>;

/** Reads the details of a rejected store change; null for any other failure. */
export function readStoreSwitch(error: unknown): StoreSwitch | null {
  if (!isObject(error) || !isObject(error['details'])) return null;
  const { code, cachedStore, wantedStore, records } = error['details'];
  if (
    code !== 'store_switch' ||
    typeof cachedStore !== 'string' ||
    typeof wantedStore !== 'string' ||
    typeof records !== 'number'
  )
    return null;
  return { cachedStore, wantedStore, records };
}
