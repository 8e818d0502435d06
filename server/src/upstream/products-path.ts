/** Below the store; what asks for products by page or by id asks here. */
export const productsPath = '/v3/catalog/products';
