/** The content types of cached records. */
export const recordUids = {
  product: 'plugin::commerce-bridge.product',
  category: 'plugin::commerce-bridge.category',
  brand: 'plugin::commerce-bridge.brand',
} as const;

/** Strapi's permissions to read cached records, which also determine whether they are populated. */
export const recordActions: readonly string[] = Object.values(recordUids).flatMap((uid) => [
  `${uid}.find`,
  `${uid}.findOne`,
]);
