import type { CatalogCategory } from '../catalog/model';
import { type ItemFailure } from '../upstream/upstream-catalog';
import type { Versioned } from '../upstream/reading/versioned-read';
import { DoubtfulLookError, EmptyTreeError, MassCategoryRemovalError } from './market-errors';
import type { CategoriesPart } from './market-parts';
import type { PassReport } from './part-pass';
import { type PartListing, type ListingResponse, passListing, type PassTrust } from './pass-listing';
import type { PassTools } from './pass-tools';

/**
 * Passes over the categories of a channel's own tree. A channel without a tree has none.
 * @throws EmptyTreeError, MassCategoryRemovalError, and what `passListing` throws
 */
export function passCategories(
  tools: PassTools,
  part: CategoriesPart,
  trust: PassTrust = 'doubt',
): Promise<PassReport> {
  return passListing(tools, part, { listing: treeListing(tools, part), trust });
}

type ReadCategories = Versioned<{ items: readonly CatalogCategory[]; failures: readonly ItemFailure[] }>;

function treeListing({ categories, trees, signal }: PassTools, { channelId }: CategoriesPart): PartListing {
  const responseOf = ({ items, failures, readVersion }: ReadCategories): ListingResponse => ({
    readVersion,
    write: (transaction, partId) => categories.upsert(transaction, { partId, categories: items, readVersion }),
    // 0 where upstream's item does not even have a usable id.
    failures: failures.map(({ id, reason }) => ({ productId: id ?? 0, reason })),
  });

  return {
    ids: categories,

    async page(page) {
      const response = await trees.readCategories({ channelId, page, signal });
      const { received, total, totalPages } = response;
      return { ...responseOf(response), received, total, totalPages };
    },

    async among({ ids, controls }) {
      const response = await trees.readCategoriesById({ channelId, ids: [...ids, ...controls], signal });
      const shown = [...response.items, ...response.failures].flatMap(({ id }) => id ?? []);
      const items = response.items.filter(({ id }) => ids.includes(id));
      return { ...responseOf({ ...response, items }), shown: new Set(shown) };
    },

    remove: (transaction, claim) => categories.remove(transaction, claim),
    emptied: (cached) => new EmptyTreeError({ channelId, cached }),
    held: (counts) => new MassCategoryRemovalError({ channelId, ...counts }),
    withoutControls: () =>
      new DoubtfulLookError(
        `Upstream showed none of some categories of channel ${channelId}, nor of those that it had just listed: such a response is not trusted.`,
        { method: 'GET', path: '/v3/catalog/trees/categories', data: { channelId } },
      ),
  };
}
