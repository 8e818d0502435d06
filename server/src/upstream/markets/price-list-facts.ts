import { createUpstreamMarkets } from './markets-client';
import { readAllPages } from '../reading/read-pages';
import { UpstreamNotFoundError, UpstreamResponseError, UpstreamScopeError } from '../http/upstream-errors';
import type { RequestPriority, UpstreamHttp } from '../http/upstream-http';
import { wireListAssignment } from '../wire/wire-price-source';

/** Whom price lists apply to, including inactive lists. */
export interface PriceListFacts {
  assignments: { listId: number; channelId: number | null; groupId: number | null }[];
  /** Assigned by the rules of customer groups; null: upstream refused them, so any group may have any list. */
  rules: { groupId: number; listId: number }[] | null;
  /** The group of each channel's guests; a channel for which upstream refused it is missing. */
  guestGroups: { channelId: number; groupId: number | null }[];
}

const perPage = 250;

/**
 * Reads which price lists are assigned to whom (upstream 20.3).
 * @param request.guestsOf the channels whose guests' group is read
 * @returns null where the store refuses its price lists
 * @throws the errors of `upstream-errors.ts`
 */
export async function readPriceListFacts(
  http: UpstreamHttp,
  { guestsOf, ...request }: { guestsOf: readonly number[]; signal: AbortSignal; priority: RequestPriority },
): Promise<PriceListFacts | null> {
  const markets = createUpstreamMarkets({ http, ...request });
  const assignments = await unlessRefused(readAssignments);
  if (assignments === null) return null;
  const groups = await unlessRefused(() => markets.customerGroups());
  const guestGroups: PriceListFacts['guestGroups'] = [];
  for (const channelId of guestsOf) {
    const found = await unlessRefused(async () => ({ channelId, groupId: await markets.guestGroup(channelId) }));
    if (found) guestGroups.push(found);
  }
  const rules = groups?.items.flatMap(({ id: groupId, priceListId: listId }) =>
    listId === null ? [] : [{ groupId, listId }],
  );
  return { assignments, rules: rules ?? null, guestGroups };

  async function readAssignments(): Promise<PriceListFacts['assignments']> {
    const path = '/v3/pricelists/assignments';
    const { data } = await readAllPages(http, { ...request, path, query: { limit: perPage } });
    return data.map((item) => {
      const parsed = wireListAssignment.safeParse(item);
      if (!parsed.success)
        throw new UpstreamResponseError(`GET ${path} sent an item in an unknown form`, { method: 'GET', path });
      const { price_list_id: listId, channel_id: channelId, customer_group_id: groupId } = parsed.data;
      return { listId, channelId, groupId };
    });
  }
}

/** Null where the plan or the token does not allow it. */
async function unlessRefused<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UpstreamScopeError || error instanceof UpstreamNotFoundError) return null;
    throw error;
  }
}

/** Whether these shoppers' prices may come from a list; true where that is unknown. */
export function mayReach(
  { assignments, rules, guestGroups }: PriceListFacts,
  { listId, channelId, customerGroupId }: { listId: number; channelId: number; customerGroupId: number | null },
): boolean {
  const guests = guestGroups.find((each) => each.channelId === channelId);
  // Undefined: guests whose group is unknown.
  const groupId = customerGroupId ?? guests?.groupId;
  const isOf = (other: number) => groupId === undefined || groupId === other;
  const isAssigned = assignments.some(
    (each) =>
      each.listId === listId &&
      (each.channelId === null || each.channelId === channelId) &&
      (each.groupId === null || isOf(each.groupId)),
  );
  if (isAssigned) return true;
  if (rules === null) return groupId !== null;
  return rules.some((rule) => rule.listId === listId && isOf(rule.groupId));
}
