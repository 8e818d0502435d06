/** Decimals of 20 digits, 4 after the point (behavior 2.12). */
export const money = { column: { args: [20, 4] } } as const;

/** Wider than Strapi's 255 characters: for a slug with its id, or a title after case folding. */
export const wide = { column: { args: [512] } } as const;

/**
 * Upstream's ids have 64 bits. Strapi still treats them as integers, which are returned as numbers; its own big
 * integers would be returned as strings.
 */
export const idColumn = { column: { type: 'bigInteger' } } as const;

/** Columns of upstream's ids, by content type. */
export const idColumns = {
  product: ['upstream_id', 'brand_id'],
  category: ['upstream_id', 'parent_id'],
  brand: ['upstream_id'],
} as const;

/** In characters; on MySQL and MariaDB, a key that begins with a status and a title must leave room for an id. */
export const statusLength = 16;

/** Unique in the database itself, not only in Strapi's validation, which bulk writes bypass. */
export const uniqueIdColumn = { unique: true, column: { unique: true, type: 'bigInteger' } } as const;

/** For internal attributes: no caller sees them, or finds a record by them with Strapi's `_q` (behavior 13.7). */
export const hidden = { private: true, searchable: false } as const;

const readOnlyInForms = { 'content-manager': { visible: true } } as const;

/**
 * An attribute that only a sync writes. Sites may add their own attributes through extensions; those are not created
 * with this function, which distinguishes the two.
 */
export function synced<Type extends string, Extra extends object>(type: Type, extra?: Extra) {
  return { type, pluginOptions: { ...readOnlyInForms, 'commerce-bridge': { synced: true } }, ...extra };
}

/** A synced attribute that holds a list or an object. */
export function syncedJson<Extra extends object>(extra?: Extra) {
  return synced('json', extra);
}
