/** Why the server has not changed the store yet: the site has records of another one. */
export interface StoreSwitch {
  cachedStore: string;
  wantedStore: string;
  records: number;
}

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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
