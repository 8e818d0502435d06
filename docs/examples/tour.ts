import { CommerceBridgeApiError, createCommerceBridgeClient, orNull } from 'strapi-plugin-commerce-bridge/client';

export async function tour(baseUrl: string) {
  const shop = createCommerceBridgeClient({ baseUrl });

  // A page of products. Fields named in `include` are always there, also in the types.
  const { products, total } = await shop.listProducts({
    search: 'mug',
    orderby: 'price',
    order: 'asc',
    include: ['brand'],
  });
  const cheapest = products.map(({ name, brand }) => `${name} by ${brand?.name ?? 'nobody'}`)[0];

  // All products of a list, page by page, each fetched when it is needed.
  const onSale: string[] = [];
  for await (const { slug } of shop.eachProduct({ on_sale: true })) onSale.push(slug);

  // One product, or null if there is none.
  const nothing = await orNull(shop.readProduct('nowhere'));

  // Errors have a code.
  const failure = await shop.listProducts({ per_page: 1000 }).catch((error: unknown) => {
    if (error instanceof CommerceBridgeApiError && error.code === 'invalid_parameter') return error.params;
    throw error;
  });

  return { total, cheapest, onSale, nothing, failure };
}
