import type { Core } from '@strapi/strapi';
import type { CatalogCategory } from '../../../server/src/catalog/model/catalog-types';
import { containerOf } from '../../../server/src/container';
import type { Transaction } from '../../../server/src/database/database';
import type { ProductPrices } from '../../../server/src/markets/knex-prices';
import type { MarketPart, PricesPart, TextsPart } from '../../../server/src/markets/market-parts';
import type { LocalTexts } from '../../../server/src/upstream/mapping/local-texts';

/** Writes what a store would return for markets, as passes and events do. */
export function partWriter(strapi: Core.Strapi) {
  const site = () => containerOf(strapi);
  const idOf = (part: MarketPart) => site().markets.passes.idOf(part);
  const membersOf = (channelId: number) => idOf({ kind: 'membership', channelId });

  async function write(work: (transaction: Transaction, readVersion: number) => Promise<unknown>): Promise<void> {
    const readVersion = await site().readVersions.draw();
    await site().catalogChanges.transaction((transaction) => work(transaction, readVersion));
  }

  return {
    /** Makes the part readable. */
    async complete(part: MarketPart): Promise<void> {
      const { passes } = site().markets;
      const pass = await passes.carry(part);
      await write((transaction) => passes.complete(transaction, pass));
    },
    async sell(channelId: number, productIds: readonly number[]): Promise<void> {
      const partId = await membersOf(channelId);
      await write((transaction, readVersion) =>
        site().markets.members.add(transaction, { partId, productIds, readVersion }),
      );
    },
    async withhold(channelId: number, productIds: readonly number[]): Promise<void> {
      const partId = await membersOf(channelId);
      await write((transaction, readVersion) =>
        site().markets.members.remove(transaction, { partId, productIds, readVersion }),
      );
    },
    async price(part: PricesPart, prices: readonly ProductPrices[]): Promise<void> {
      const [partId, membershipId] = [await idOf(part), await membersOf(part.channelId)];
      await write((transaction, readVersion) =>
        site().markets.prices.upsert(transaction, { partId, membershipId, prices, readVersion }),
      );
    },
    async arrange(channelId: number, categories: readonly CatalogCategory[]): Promise<void> {
      const partId = await idOf({ kind: 'categories', channelId });
      await write((transaction, readVersion) =>
        site().markets.categories.upsert(transaction, { partId, categories, readVersion }),
      );
    },
    async name(part: TextsPart, texts: readonly LocalTexts[]): Promise<void> {
      const { channelId } = part;
      const ownerKinds = { texts: 'membership', 'category texts': 'categories', 'brand texts': null } as const;
      const kind = ownerKinds[part.kind];
      const owner = kind && { kind, partId: await idOf({ kind, channelId }) };
      const partId = await idOf(part);
      await write((transaction, readVersion) =>
        site().markets.texts.upsert(transaction, { partId, owner, texts, readVersion }),
      );
    },
  };
}

/** A product's current and regular price. */
export function priceOf(productId: number, charged: number | null, price: number | null = charged): ProductPrices {
  const salePrice = charged === price ? null : charged;
  return { productId, price, salePrice, calculatedPrice: charged, variants: [] };
}

/** The texts of a record with this title and slug. */
export function textsOf(id: number, title: string, slugClaim: string = title.toLowerCase()): LocalTexts {
  return {
    id,
    resolved: 'fr',
    title,
    slugClaim,
    path: `/${slugClaim}/`,
    content: `<p>${title}</p>`,
    seo: { pageTitle: title, metaDescription: '', metaKeywords: [] },
  };
}
