/** The slug of an address, which arrives as it was written there. */
export const slugOf = ({ slug }: { slug: string }): string => decodeURIComponent(slug);

/**
 * What is built in advance; all others are, when they are first asked for. Next refuses none at all, which is what a store
 * without products has: this one is none of the store's, and its page says so.
 */
export const paramsToBuild = (items: readonly { slug: string }[]): { slug: string }[] =>
  items.length === 0 ? [{ slug: '-' }] : items.map(({ slug }) => ({ slug }));
