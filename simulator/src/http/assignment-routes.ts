import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiContext } from './context';
import { invalidField } from './errors';
import { numberFilters, parseNumbers, type Filters } from './filters';
import { readListQuery, readParameters } from './list-query';
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
    assignmentWrites(app, context, kind);
  }
}

const assignmentId = z.number().int().min(1);
const bodySchemas = {
  channel: z.array(z.object({ product_id: assignmentId, channel_id: assignmentId })),
  category: z.array(z.object({ product_id: assignmentId, category_id: assignmentId })),
} as const;

/** PUT adds the pairs that are given, DELETE removes those that match all filters; both respond with 204. */
function assignmentWrites(app: FastifyInstance, context: ApiContext, kind: 'channel' | 'category'): void {
  const url = `/catalog/products/${kind}-assignments`;
  const write = { config: { scope: 'store_v2_products' } } as const;

  app.put(url, write, (request, reply) => {
    for (const pair of readPairs(kind, request.body)) setAssigned(context, { kind, ...pair, to: 'assigned' });
    return reply.code(204).send();
  });

  app.delete(url, write, (request, reply) => {
    const raw = readParameters(request.query);
    const read = (name: string): number[] | undefined => {
      const text = raw.get(name);
      return text === undefined ? undefined : parseNumbers(text, name, context);
    };
    const products = read('product_id:in');
    const targets = read(`${kind}_id:in`);
    if (!products && !targets) throw invalidField('product_id:in', 'A filter is required.');
    const matching = assignments(context, { kind, productIds: products?.join(',') }).filter(
      (pair) => !targets || targets.includes(pair.target),
    );
    for (const pair of matching) setAssigned(context, { kind, ...pair, to: 'unassigned' });
    return reply.code(204).send();
  });
}

function readPairs(kind: 'channel' | 'category', body: unknown): Assignment[] {
  const parsed = bodySchemas[kind].safeParse(body);
  if (!parsed.success) throw invalidField('body', z.prettifyError(parsed.error));
  return parsed.data.map((pair) => ({
    product: pair.product_id,
    target: 'channel_id' in pair ? pair.channel_id : pair.category_id,
  }));
}

function setAssigned(
  context: ApiContext,
  change: Assignment & { kind: 'channel' | 'category'; to: 'assigned' | 'unassigned' },
): void {
  const { products, markets } = context.store;
  const { product, target, to } = change;
  if (change.kind === 'channel') {
    if (!markets.channels.get(target)) throw invalidField('channel_id', `There is no channel ${target}.`);
    if (to === 'assigned') products.assign(product, target);
    else products.unassign(product, target);
    return;
  }
  const before = products.get(product)?.fields.categories ?? [];
  const others = before.filter((id) => id !== target);
  products.move(product, to === 'assigned' ? [...others, target] : others);
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
