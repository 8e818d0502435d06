import { errors } from '@strapi/utils';
import { largestExpansion } from '../../../contracts/rest/expansion';
import type { Container } from '../container';
import { createBatchedReads } from './batched-reads';
import { depthOf, presentAll, type ProductAnswer } from './product-views';
import { limitRepeats } from './repeated-fields';
import { type OperationInfo, productNeedOf, type ProductNeed } from './requested-fields';

/** How many queries of the catalog one request may have: aliases would make any number of them. */
export const mostQueries = 20;

/** As how many a query in a further market counts: its answer is not kept, and is read from the whole market each time. */
export const queriesPerMarketRead = 2;

/** How many products, categories, and brands one response may repeat: entries have them in common, and aliases ask again. */
export const mostShown = 10_000;

/** What one GraphQL request reads of the catalog. */
export interface RequestReads {
  need: ProductNeed;
  /**
   * Counts a query and the products that it may return.
   * @throws ValidationError when the request asks for too much
   */
  spend(asked: { queries: number; products: number }): void;
  /**
   * Counts a field of the site's own types, and the records that it shows.
   * @throws ValidationError when the request asks for too much
   */
  show(records: number): void;
  /** Published products by upstream ids, in this order; read together with all others of the response. */
  products(ids: readonly number[]): Promise<ProductAnswer[]>;
}

/**
 * Makes what finds the reads of a request by its context, which GraphQL passes to all resolvers, and checks what is asked of the
 * resolver's field.
 */
export function createRequestReads(
  containerOf: () => Container,
): (context: object, info: OperationInfo) => RequestReads {
  const known = new WeakMap<object, RequestReads>();
  const checked = new WeakSet<object>();
  return (context, info) => {
    // Called for each entry of a list, with the same nodes.
    if (!checked.has(info.fieldNodes)) limitRepeats(info);
    checked.add(info.fieldNodes);
    const found = known.get(context) ?? readsOf(productNeedOf(info), containerOf());
    known.set(context, found);
    return found;
  };
}

function readsOf(need: ProductNeed, container: Container): RequestReads {
  let queries = 0;
  let products = 0;
  let shown = 0;
  const named = new Set<number>();
  const spend: RequestReads['spend'] = (asked) => {
    queries += asked.queries;
    products += asked.products;
    if (queries > mostQueries)
      throw new errors.ValidationError(
        `One request can have at most ${mostQueries} queries of the catalog; one in a further market counts as ${queriesPerMarketRead}.`,
      );
    if (products > largestExpansion)
      throw new errors.ValidationError(
        `One response can have at most ${largestExpansion} products. Ask for fewer at a time (perPage, pagination).`,
        { products, allowed: largestExpansion },
      );
  };
  const read = createBatchedReads<number, ProductAnswer>({
    loop: container.loop,
    readAll: async (ids) => {
      const records = await container.catalog.products.findByIds(ids, depthOf(need));
      const views = await presentAll(records, { need, container });
      return new Map(views.map((view) => [view.id, view]));
    },
  });

  return {
    need,
    spend,
    show(records) {
      shown += 1 + records;
      if (shown > mostShown)
        throw new errors.ValidationError(
          `One response can show at most ${mostShown} cached records in entries. Ask for fewer entries at a time (pagination), or for each field once.`,
          { allowed: mostShown },
        );
    },
    async products(ids) {
      const added = ids.filter((id) => !named.has(id));
      for (const id of added) named.add(id);
      spend({ queries: 0, products: added.length });
      return (await read(ids)).filter((view) => view !== undefined);
    },
  };
}
