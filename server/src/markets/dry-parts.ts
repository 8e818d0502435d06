import type { CatalogCategory } from '../catalog/model';
import type { Transaction } from '../database/database';
import { rolledBack } from '../database/rolled-back';
import { chunksOf } from '../lib/chunks';
import type { DrawVersion } from '../upstream/reading/versioned-read';
import type { Categories } from './knex-categories';
import type { Members } from './knex-members';
import type { VersionClaim } from './knex-part-versions';
import type { NamedIds } from './knex-named-ids';
import type { Texts } from './knex-texts';
import { type MarketPart, partName } from './market-parts';
import { emptyReport, type PartPasses } from './part-pass';
import { createDryIds } from './dry-ids';
import type { TextTools } from './pass-texts';
import type { PassTools } from './pass-tools';
import type { PricedProducts } from './priced-products';

/** The tools of passes whose writes are rolled back page by page. */
export interface DryParts {
  tools: PassTools;
  texts<Tools extends TextTools>(tools: Tools): Tools;
}

/**
 * Makes passes over parts run the same code as real ones, but write nothing (behavior 5.10). What a page would have
 * written is kept in memory for the next ones: what a channel would sell, and its categories, decide whose prices and
 * texts are read.
 */
export function createDryParts(tools: PassTools, drawVersion: DrawVersion): DryParts {
  const dry = { members: createDryIds(tools.members), categories: createDryIds(tools.categories) };
  const trees = new Map<number, Map<number, CatalogCategory>>();
  const passes = dryPasses(tools.passes, {
    drawVersion,
    onComplete: (partId) => Object.values(dry).forEach((ids) => ids.complete(partId)),
  });
  const treeOf = (partId: number) => {
    const tree = trees.get(partId) ?? new Map<number, CatalogCategory>();
    trees.set(partId, tree);
    return tree;
  };

  const members: Members = {
    ...tools.members,
    ...dry.members.ids,
    async add(transaction, claim) {
      const outcome = await tools.members.add(transaction, claim);
      dry.members.note(claim.partId, { shown: claim.productIds, created: outcome.created });
      return outcome;
    },
  };
  const categories: Categories = {
    ...tools.categories,
    ...dry.categories.ids,
    async upsert(transaction, received) {
      const outcome = await tools.categories.upsert(transaction, received);
      const shown = received.categories.map(({ id }) => id);
      dry.categories.note(received.partId, { shown, created: outcome.created });
      for (const category of received.categories) treeOf(received.partId).set(category.id, category);
      return outcome;
    },
  };

  /** The rows that passes over the channel's other parts would have written before. */
  const restoreMembers: Restore = async (transaction, { productIds: ids, ...claim }) => {
    const known = dry.members.known(claim.partId);
    await tools.members.add(transaction, { ...claim, productIds: ids.filter((id) => known?.has(id)) });
  };
  const restoreCategories: Restore = async (transaction, { productIds: ids, ...claim }) => {
    const tree = treeOf(claim.partId);
    await tools.categories.upsert(transaction, { ...claim, categories: ids.flatMap((id) => tree.get(id) ?? []) });
  };

  const products: PricedProducts = {
    ...tools.products,
    async after(request) {
      const known = dry.members.known(request.membershipId);
      return known ? nextCached(tools.products, [...known], request) : tools.products.after(request);
    },
  };

  return {
    tools: {
      ...tools,
      passes,
      members,
      categories,
      products,
      prices: {
        ...tools.prices,
        async upsert(transaction, received) {
          const { membershipId: partId, readVersion } = received;
          const productIds = received.prices.map(({ productId }) => productId);
          await restoreMembers(transaction, { partId, productIds, readVersion });
          return tools.prices.upsert(transaction, received);
        },
      },
      transaction: (work) => rolledBack((tried) => tools.transaction(tried), work),
    },
    texts: (given) => ({
      ...given,
      ids: dryNamedIds(given.ids, {
        products,
        isKnown: (ownerId) => dry.members.known(ownerId) !== null,
        visible: (ownerId) => (dry.categories.known(ownerId) ? visibleOf(treeOf(ownerId)) : null),
      }),
      texts: dryTexts(given.texts, { membership: restoreMembers, categories: restoreCategories }),
    }),
  };
}

/** Passes that start from the beginning and are not stored. */
function dryPasses(
  passes: PartPasses,
  { drawVersion, onComplete }: { drawVersion: DrawVersion; onComplete: (partId: number) => void },
): PartPasses {
  // No stored part has a negative id.
  const provisional = new Map<string, number>();
  const idOf = async (part: MarketPart) => {
    const name = partName(part);
    const id = (await passes.findId(part)) ?? provisional.get(name) ?? -1 - provisional.size;
    if (id < 0) provisional.set(name, id);
    return id;
  };
  return {
    ...passes,
    idOf,
    carry: async (part) => ({
      partId: await idOf(part),
      epoch: 0,
      phase: 'listing',
      position: 0,
      firstReadVersion: await drawVersion(),
      report: emptyReport,
    }),
    checkpoint: async () => undefined,
    giveUp: async () => undefined,
    complete: async (_transaction, { partId }) => onComplete(partId),
  };
}

/** The next products among these ids that the catalog has. */
async function nextCached(
  products: PricedProducts,
  ids: readonly number[],
  { after, limit }: { after: number; limit: number },
): ReturnType<PricedProducts['cached']> {
  const following = ids.filter((id) => id > after).sort((a, b) => a - b);
  for (const some of chunksOf(following, limit)) {
    const found = await products.cached(some);
    if (found.length > 0) return found;
  }
  return [];
}

function dryNamedIds(
  ids: NamedIds,
  {
    products,
    isKnown,
    visible,
  }: {
    products: PricedProducts;
    isKnown: (ownerId: number) => boolean;
    visible: (ownerId: number) => number[] | null;
  },
): NamedIds {
  return {
    async after(request) {
      const { kind, ownerId, after, limit } = request;
      if (ownerId === null) return ids.after(request);
      if (kind === 'texts' && isKnown(ownerId))
        return (await products.after({ membershipId: ownerId, after, limit })).map(({ id }) => id);
      const shown = kind === 'category texts' ? visible(ownerId) : null;
      return shown ? shown.filter((id) => id > after).slice(0, limit) : ids.after(request);
    },
  };
}

type Restore = (transaction: Transaction, claim: VersionClaim) => Promise<void>;

function dryTexts(texts: Texts, restore: Record<'membership' | 'categories', Restore>): Texts {
  return {
    ...texts,
    async upsert(transaction, received) {
      const { owner, readVersion } = received;
      const productIds = received.texts.map(({ id }) => id);
      if (owner) await restore[owner.kind](transaction, { partId: owner.partId, productIds, readVersion });
      return texts.upsert(transaction, received);
    },
  };
}

const visibleOf = (tree: ReadonlyMap<number, CatalogCategory>): number[] =>
  [...tree.values()]
    .filter(({ isVisible }) => isVisible)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
