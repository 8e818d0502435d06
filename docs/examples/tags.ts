import { createCommerceBridgeClient, ifModified } from 'strapi-plugin-commerce-bridge/client';

export async function tags(baseUrl: string) {
  // Each response, to your framework's cache: with Next, `cacheTag(...surrogateKeys)`.
  const seen: string[] = [];
  const shop = createCommerceBridgeClient({
    baseUrl,
    onResponse: ({ surrogateKeys }) => seen.push(...surrogateKeys),
  });

  // One call: keep its ETag, and ask by it the next time.
  let etag: string | null = null;
  await shop.listProducts({ category: 'mugs' }, { onResponse: (response) => (etag = response.etag) });
  const changed = await ifModified(shop.listProducts({ category: 'mugs' }, { ifNoneMatch: etag ?? undefined }));

  return { tags: [...new Set(seen)], isUnchanged: changed === null };
}
