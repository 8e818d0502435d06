/** Which prices a shopper gets: pure rules (upstream 20.3). */
import type { CustomerGroup, DiscountRule, PriceList, PriceListAssignment } from './model';

/** `plain`: the caller requests catalog prices, regardless of the channel's price lists and guest group. */
export type Shopper = { kind: 'plain' } | { kind: 'guest or member'; group: CustomerGroup | null };

export type PriceSource =
  | { kind: 'list'; list: PriceList }
  | { kind: 'discounts'; rules: Exclude<DiscountRule, { type: 'price_list' }>[] }
  | { kind: 'catalog' };

const CATALOG: PriceSource = { kind: 'catalog' };

/**
 * Chooses one source, in this order: the group's list on this channel, the group's list, the group's discounts, the
 * channel's list, the catalog. Inactive lists are ignored.
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

/** A rule of the group can assign it a list, too. */
function ruledList(lists: readonly PriceList[], group: CustomerGroup): PriceList | undefined {
  const rule = group.discount_rules.find((each) => each.type === 'price_list');
  return rule && lists.find((list) => list.active && list.id === rule.price_list_id);
}
