/** Not 1, so that a product's id is neither its place in the list nor an id of the caller's own. */
export const FIRST_PRODUCT_ID = 1001;
/** Ids of what belongs to a product are its own id times this, plus a place. */
export const IDS_PER_PRODUCT = 100;
