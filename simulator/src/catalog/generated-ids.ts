/** Not 1, so that a product's id is neither its position in the list nor one of the caller's own ids. */
export const FIRST_PRODUCT_ID = 1001;
/** Ids of what belongs to a product are its own id times this, plus a position. */
export const IDS_PER_PRODUCT = 100;
