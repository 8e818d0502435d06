import type { ChangedIds, MarketProducts } from '../changes/change-log';
import type { ListDependency } from '../changes/list-dependencies';
import type { KeptColumns } from './kept-columns';
import type { ProductColumns } from './product-columns';

/** The parts that determine what a further market's lists contain; markets that share them share their columns. */
export interface ListedParts {
  membershipId: number;
  pricesId: number;
  /** Null where the catalog's own texts are used. */
  textsId: number | null;
}

/** The product columns of further markets, each loaded when the first list of it is read. */
export interface KeptMarketColumns {
  /** Like `current` of the product columns. */
  current(parts: ListedParts): Promise<ProductColumns | null>;
  /** Call after every change, whichever instance made it. */
  note(change: ChangedIds): void;
  stop(): Promise<void>;
}

export function createKeptMarketColumns(create: (parts: ListedParts) => KeptColumns): KeptMarketColumns {
  const kept = new Map<string, { parts: ListedParts; columns: KeptColumns }>();

  function columnsOf({ membershipId, pricesId, textsId }: ListedParts): KeptColumns {
    const parts = { membershipId, pricesId, textsId };
    const key = JSON.stringify(parts);
    const known = kept.get(key) ?? { parts, columns: create(parts) };
    kept.set(key, known);
    return known.columns;
  }

  return {
    current: (parts) => columnsOf(parts).current(),

    note({ marketParts = [], marketProducts, ...change }) {
      const isUnknown = marketParts.length > 0 && marketProducts === undefined;
      for (const { parts, columns } of kept.values()) {
        columns.note(isUnknown ? { ...change, isEverything: true } : change);
        for (const said of marketProducts ?? []) {
          const dependencies = dependenciesOn(parts, said);
          if (dependencies.length > 0) columns.note({ ...change, products: said.ids, dependencies });
        }
      }
    },

    async stop() {
      await Promise.all(Array.from(kept.values(), ({ columns }) => columns.stop()));
    },
  };
}

/** Which list dependencies of a product may change when one of these parts changes for it. */
function dependenciesOn(
  { membershipId, pricesId, textsId }: ListedParts,
  { partId }: MarketProducts,
): readonly ListDependency[] {
  if (partId === pricesId) return ['price'];
  return partId === membershipId || partId === textsId ? ['presence', 'title'] : [];
}
