/** Not 1, so that a product's id is neither its position in the list nor one of the caller's own ids. */
export const FIRST_PRODUCT_ID = 1001;
/** The id of anything that belongs to a product is the product's own id times this, plus a position. */
export const IDS_PER_PRODUCT = 100;
