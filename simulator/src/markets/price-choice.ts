/** Which prices a shopper gets: pure rules (upstream 20.3). */
import type { CustomerGroup, DiscountRule, PriceList, PriceListAssignment } from './model';

/** `plain`: the caller wants catalog prices, regardless of those of the channel and its guests. */
export type Shopper = { kind: 'plain' } | { kind: 'guest or member'; group: CustomerGroup | null };

export type PriceSource =
  | { kind: 'list'; list: PriceList }
  | { kind: 'discounts'; rules: Exclude<DiscountRule, { type: 'price_list' }>[] }
  | { kind: 'catalog' };

const CATALOG: PriceSource = { kind: 'catalog' };

/**
 * One source is chosen, in this order: the list of the group on this channel, the list of the group, the discounts of
 * the group, the list of the channel, the catalog. Lists that are not active do nothing.
 */
export function chooseSource(
  known: { lists: readonly PriceList[]; assignments: readonly PriceListAssignment[] },
  shopper: Shopper,
  channelId: number,
): PriceSource {
  if (shopper.kind === 'plain') return CATALOG;
  const { group } = shopper;
  const listFor = (groupId: number | null, channel: number | null): PriceList | undefined => {
    const ids = known.assignments
      .filter((each) => (each.customer_group_id || null) === groupId && (each.channel_id || null) === channel)
      .map((each) => each.price_list_id);
    return known.lists.find((list) => list.active && ids.includes(list.id));
  };
  const ofGroup = group && (listFor(group.id, channelId) ?? listFor(group.id, null) ?? ruledList(known.lists, group));
  if (ofGroup) return { kind: 'list', list: ofGroup };
  const rules = (group?.discount_rules ?? []).filter((rule) => rule.type !== 'price_list');
  if (rules.length > 0) return { kind: 'discounts', rules };
  const ofChannel = listFor(null, channelId);
  return ofChannel ? { kind: 'list', list: ofChannel } : CATALOG;
}

/** A list can also be given to a group by a rule of the group. */
function ruledList(lists: readonly PriceList[], group: CustomerGroup): PriceList | undefined {
  const rule = group.discount_rules.find((each) => each.type === 'price_list');
  return rule && lists.find((list) => list.active && list.id === rule.price_list_id);
}
