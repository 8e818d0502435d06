import type { z } from 'zod';
import { createUpstreamMarkets } from './markets-client';
import type { PriceContext } from './price-reader';
import { readAllPages } from '../reading/read-pages';
import { UpstreamNotFoundError, UpstreamResponseError } from '../http/upstream-errors';
import type { RequestPriority, UpstreamHttp } from '../http/upstream-http';
import { wireGroupDiscounts, wireListAssignment, wirePriceList, wirePriceRecord } from '../wire/wire-price-source';

/** Where a product's price in a context comes from. */
export type PriceSource =
  /** A price list with a price in this currency for the product, or for one of its variants. */
  | { kind: 'price_list'; id: number; name: string }
  /** The discounts of the customer group, on the catalog's prices. */
  | { kind: 'group_discount'; id: number; name: string; conversion: Conversion | null }
  /** The catalog; `listWithout` names the price list that applies here but has no price for the product. */
  | { kind: 'catalog'; conversion: Conversion | null; listWithout: string | null };

/** Upstream converts prices that it has only in the store's own currency. */
export interface Conversion {
  from: string;
  to: string;
  /** Units of `to` for one of `from`; null when upstream does not report it. */
  rate: number | null;
}

interface PriceList {
  id: number;
  name: string;
}

export interface PriceSourceRequest {
  context: PriceContext;
  productId: number;
  signal?: AbortSignal | undefined;
  priority?: RequestPriority | undefined;
}

const perPage = 250;

/**
 * Finds where a price comes from, in upstream's order: the list of the group on the channel, the list of the group, the
 * group's discounts, the list of the channel, the catalog (upstream 20.3). For an explanation only: prices themselves
 * are upstream's own calculation.
 * @throws the errors of `upstream-errors.ts`; `UpstreamScopeError` also where the plan has no price lists
 */
export async function readPriceSource(
  http: UpstreamHttp,
  { context, productId, ...request }: PriceSourceRequest,
): Promise<PriceSource> {
  const markets = createUpstreamMarkets({ http, ...request });
  const { channelId, currency } = context;
  const lists = await readLists();
  const assignments = await readAll('/v3/pricelists/assignments', wireListAssignment);

  const groupId = context.customerGroupId ?? (await markets.guestGroup(channelId));
  const ofGroup = groupId === null ? undefined : (listFor(groupId, channelId) ?? listFor(groupId, null));
  if (ofGroup) return fromList(ofGroup);
  // Only read now, so that a token without the scope for customers still finds the list of a group.
  const group = groupId === null ? null : await readGroup(groupId);
  const ruled = group?.discount_rules.find(({ type }) => type === 'price_list')?.price_list_id;
  const byRule = lists.get(ruled ?? 0);
  if (byRule) return fromList(byRule);
  if (group?.discount_rules.some(({ type }) => type !== 'price_list'))
    return { kind: 'group_discount', id: group.id, name: group.name, conversion: await conversion() };
  const ofChannel = listFor(null, channelId);
  return ofChannel ? fromList(ofChannel) : { kind: 'catalog', conversion: await conversion(), listWithout: null };

  function listFor(ofGroupId: number | null, ofChannelId: number | null): PriceList | undefined {
    return assignments
      .filter((each) => each.customer_group_id === ofGroupId && each.channel_id === ofChannelId)
      .flatMap((each) => lists.get(each.price_list_id) ?? [])[0];
  }

  async function fromList({ id, name }: PriceList): Promise<PriceSource> {
    const filter = { 'product_id:in': productId, 'currency:in': currency.toLowerCase() };
    const records = await readAll(`/v3/pricelists/${id}/records`, wirePriceRecord, filter);
    const isThere = records.some((record) => record.currency.toUpperCase() === currency);
    if (isThere) return { kind: 'price_list', id, name };
    return { kind: 'catalog', conversion: await conversion(), listWithout: name };
  }

  /** Null: the currency is the store's own. */
  async function conversion(): Promise<Conversion | null> {
    const { items } = await markets.currencies();
    const own = items.find(({ isDefault }) => isDefault)?.code;
    if (own === undefined || own === currency) return null;
    return { from: own, to: currency, rate: items.find(({ code }) => code === currency)?.rate ?? null };
  }

  /** Null: the group no longer exists, and so gives no discount. */
  async function readGroup(id: number) {
    try {
      return await http.request({ ...request, path: `/v2/customer_groups/${id}`, schema: wireGroupDiscounts });
    } catch (error) {
      if (error instanceof UpstreamNotFoundError) return null;
      throw error;
    }
  }

  /** The active price lists by id; inactive ones have no effect. */
  async function readLists(): Promise<Map<number, PriceList>> {
    const lists = await readAll('/v3/pricelists', wirePriceList);
    return new Map(lists.filter(({ active }) => active).map(({ id, name }) => [id, { id, name }]));
  }

  async function readAll<Item>(
    path: string,
    schema: z.ZodType<Item>,
    filter: Record<string, string | number> = {},
  ): Promise<Item[]> {
    const { data } = await readAllPages(http, { ...request, path, query: { ...filter, limit: perPage } });
    return data.map((item) => {
      const parsed = schema.safeParse(item);
      if (parsed.success) return parsed.data;
      throw new UpstreamResponseError(`GET ${path} sent an item in an unknown form`, { method: 'GET', path });
    });
  }
}
