/** Below the store; used for products by page and by id. */
export const productsPath = '/v3/catalog/products';
