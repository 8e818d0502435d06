import type { Container } from '../container';
import { type AskedField, askedFields, countValues } from './asked-fields';
import { createBatchedReads } from './batched-reads';
import type { QueryContext } from './market-reading';
import { depthOf, presentAll, type PresentedProduct } from './product-views';
import { createRequestBudget, type RequestBudget } from './request-budget';
import type { RequestShares } from './request-shares';
import { type OperationInfo, productNeedOf, type ProductNeed } from './requested-fields';

/** What one GraphQL operation reads from the catalog. */
export interface RequestReads extends Pick<RequestBudget, 'spend' | 'show'> {
  need: ProductNeed;
  /**
   * Counts the values that a field returns, and returns them.
   * @throws ValidationError when the response would have too many values
   * @throws RateLimitError when the caller has used up its share
   */
  present<Presented>(found: Presented, info: OperationInfo): Presented;
  /** Published products by upstream ids, in this order; read together with all other products of the response. */
  products(ids: readonly number[]): Promise<PresentedProduct[]>;
}

/**
 * Makes a function that finds the reads of an operation by its context, which GraphQL passes to all resolvers, and
 * checks the fields requested below the resolver's field.
 */
export function createRequestReads(
  containerOf: () => Container,
  { admit }: Pick<RequestShares, 'admit'>,
): (context: QueryContext, info: OperationInfo) => RequestReads {
  const known = new WeakMap<object, RequestReads>();
  const budgets = new WeakMap<object, RequestBudget>();
  const fields = new WeakMap<object, readonly AskedField[]>();

  /** Called for each entry of a list, with the same nodes. */
  function checkedFields(info: OperationInfo, { ask }: RequestBudget): readonly AskedField[] {
    const found = fields.get(info.fieldNodes);
    if (found) return found;
    const asked = askedFields(info, ask);
    fields.set(info.fieldNodes, asked);
    return asked;
  }

  function budgetOf(context: QueryContext): RequestBudget {
    const budget = budgets.get(context.koaContext) ?? createRequestBudget();
    budgets.set(context.koaContext, budget);
    return budget;
  }

  return (context, info) => {
    admit(context.koaContext);
    const budget = budgetOf(context);
    checkedFields(info, budget);
    const found = known.get(context);
    if (found) return found;
    const { need, products } = readsOf(productNeedOf(info), { container: containerOf(), budget });
    const reads: RequestReads = {
      ...budget,
      need,
      products,
      present(data, field) {
        admit(context.koaContext);
        budget.write(countValues(data, checkedFields(field, budget)));
        return data;
      },
    };
    known.set(context, reads);
    return reads;
  };
}

function readsOf(
  need: ProductNeed,
  { container, budget }: { container: Container; budget: RequestBudget },
): Pick<RequestReads, 'need' | 'products'> {
  const named = new Set<number>();
  const read = createBatchedReads<number, PresentedProduct>({
    loop: container.loop,
    readAll: async (ids) => {
      const records = await container.catalog.products.findByIds(ids, depthOf(need));
      const views = await presentAll(records, { need, container });
      return new Map(views.map((view) => [view.id, view]));
    },
  });
  return {
    need,
    async products(ids) {
      const added = ids.filter((id) => !named.has(id));
      for (const id of added) named.add(id);
      budget.spend({ queries: 0, products: added.length });
      return (await read(ids)).filter((view) => view !== undefined);
    },
  };
}
