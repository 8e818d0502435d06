import type { FastifyInstance } from 'fastify';
import type { ApiContext } from './context';
import { numberFilters, type Filters } from './filters';
import { readListQuery } from './list-query';
import { pageReply, slicePage } from './paging';
import { Remembered } from './remembered';

interface Assignment {
  readonly product: number;
  readonly target: number;
}

/** `/catalog/products/channel-assignments` and `…/category-assignments` (upstream 2.3). */
export function assignmentRoutes(app: FastifyInstance, context: ApiContext): void {
  const { state } = context.store;
  const lists = new Remembered<readonly Assignment[]>(() => state.revision, 8);
  for (const kind of ['channel', 'category'] as const) {
    app.get(
      `/catalog/products/${kind}-assignments`,
      { config: { scope: 'store_v2_products_read_only' } },
      (request) => {
        const query = readListQuery(request.query, { filters: assignmentFilters(kind) }, context);
        const matching = lists.get(`${kind} ${query.selectionKey}`, () =>
          assignments(context, { kind, productIds: query.raw.get('product_id:in') }).filter((pair) =>
            query.tests.every((test) => test(pair)),
          ),
        );
        const data = slicePage(matching, query).map((pair) => ({
          product_id: pair.product,
          [`${kind}_id`]: pair.target,
        }));
        return pageReply(data, matching.length, query);
      },
    );
  }
}

function assignmentFilters(kind: 'channel' | 'category'): Filters<Assignment> {
  return {
    ...numberFilters<Assignment>('product_id', (pair) => pair.product, [':in']),
    ...numberFilters<Assignment>(`${kind}_id`, (pair) => pair.target, [':in']),
  };
}

function assignments(
  context: ApiContext,
  options: { kind: 'channel' | 'category'; productIds: string | undefined },
): Assignment[] {
  const { state } = context.store;
  const ids = options.productIds === undefined ? state.productIds : options.productIds.split(',').map(Number);
  const pairs: Assignment[] = [];
  for (const id of ids) {
    const summary = state.summary(id);
    const targets = options.kind === 'channel' ? summary?.channels : summary?.fields.categories;
    for (const target of targets ?? []) pairs.push({ product: id, target });
  }
  return pairs;
}
