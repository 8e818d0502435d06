/** The slug in a route's parameters, which is still URL-encoded. */
export const slugOf = ({ slug }: { slug: string }): string => decodeURIComponent(slug);

/**
 * The pages to prerender; all others are rendered on their first request. Next rejects an empty list, as from a store
 * without products, so that list contains a slug that cannot exist, whose page is a 404.
 */
export const paramsToBuild = (items: readonly { slug: string }[]): { slug: string }[] =>
  items.length === 0 ? [{ slug: '-' }] : items.map(({ slug }) => ({ slug }));
