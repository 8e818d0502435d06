import { createHash } from 'node:crypto';

// Raised whenever rows are made differently from the same item, so that an upgrade rewrites what it must.
const rowVersion = 1;

/**
 * Tells whether an item differs from what is stored, without comparing fields.
 * @param item as mapped, with its keys in a fixed order
 * @param links row ids of the related records that exist, since a relation can break without the item changing
 */
export function fingerprintOf(item: object, links: readonly number[]): string {
  return createHash('sha1').update(JSON.stringify([rowVersion, item, links])).digest('base64');
}
