/** Why the server does not change the store yet: records of another one are on the site. */
export interface StoreSwitch {
  cachedStore: string;
  wantedStore: string;
  records: number;
}

/** Reads what a refused change of the store says; null for every other failure. */
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
