/** Decimals of 20 digits, 4 after the point (behavior 2.12). */
export const money = { column: { args: [20, 4] } } as const;

/** Wider than Strapi's 255: a slug with its id, a title after case folding. */
export const wide = { column: { args: [512] } } as const;

/**
 * Upstream's ids have 64 bits. To Strapi they are integers all the same, which come as numbers; its big integers would
 * come as texts.
 */
export const idColumn = { column: { type: 'bigInteger' } } as const;

/** Columns of upstream's ids, by content type. */
export const idColumns = {
  product: ['upstream_id', 'brand_id'],
  category: ['upstream_id', 'parent_id'],
  brand: ['upstream_id'],
} as const;

/** In characters; a key of MySQL and MariaDB that begins with a status and a title must have room for an id. */
export const statusLength = 16;

/** Unique in the database itself, not only in Strapi's validation, which bulk writes do not pass. */
export const uniqueIdColumn = { unique: true, column: { unique: true, type: 'bigInteger' } } as const;

const readOnlyInForms = { 'content-manager': { visible: true } } as const;

/**
 * An attribute that only a synchronisation writes. Sites may add attributes of their own through extensions; those
 * are not made with this function, and that is how the two are told apart.
 */
export function synced<Type extends string, Extra extends object>(type: Type, extra?: Extra) {
  return { type, pluginOptions: { ...readOnlyInForms, 'commerce-bridge': { synced: true } }, ...extra };
}

/** A synced attribute that holds a list or an object. */
export function syncedJson() {
  return synced('json');
}
