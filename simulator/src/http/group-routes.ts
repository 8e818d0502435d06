import type { FastifyInstance } from 'fastify';
import type { CustomerGroup, DiscountRule, GroupSettings } from '../markets/model';
import { bareList } from './bare-list';
import type { ApiContext } from './context';
import { notFound } from './errors';
import { dateFilter, flagFilter, likeFilter, textFilter, type Filters } from './filters';
import { readListQuery } from './list-query';

const FILTERS: Filters<CustomerGroup> = {
  name: textFilter((group) => group.name),
  'name:like': likeFilter((group) => group.name),
  is_default: flagFilter((group) => group.is_default),
  is_group_for_guests: flagFilter((group) => group.is_group_for_guests),
  'date_modified:min': dateFilter(
    (group) => group.modified,
    (value, wanted) => value >= wanted,
  ),
  'date_modified:max': dateFilter(
    (group) => group.modified,
    (value, wanted) => value <= wanted,
  ),
};

/** At most 40 requests at the same time (upstream 20.10). */
const read = { config: { scope: 'store_v2_customers_read_only', concurrency: 40 } } as const;

/** `/v2/customer_groups`; v3 has none (upstream 20.4). */
export function groupRoutes(app: FastifyInstance, context: ApiContext): void {
  const { groups } = context.store.markets;

  app.get('/customer_groups', read, (request, reply) => {
    const query = readListQuery(request.query, { filters: FILTERS }, context);
    return bareList(reply, groups.all(), { query, present: presentGroup });
  });

  app.get<{ Params: { id: string } }>('/customer_groups/:id', read, (request) => {
    const group = groups.get(Number(request.params.id));
    if (!group) throw notFound('The customer group was not found.', request.url);
    return presentGroup(group);
  });
}

/** Groups of guests and of new customers, of the store and of each channel (upstream 20.4). */
export function groupSettingsRoutes(app: FastifyInstance, context: ApiContext): void {
  const { channels, groups } = context.store.markets;
  const settings = { config: { scope: 'store_v2_customers_read_only' } } as const;

  app.get('/customers/settings', settings, () => ({ data: presentSettings(groups.settings), meta: {} }));

  app.get<{ Params: { id: string } }>('/customers/settings/channels/:id', settings, (request) => {
    const id = Number(request.params.id);
    if (!channels.get(id)) throw notFound('The channel was not found.', request.url);
    return { data: { ...presentSettings(groups.settingsOf(id)), allow_global_logins: true }, meta: {} };
  });
}

function presentSettings(settings: GroupSettings): Record<string, unknown> {
  return {
    privacy_settings: { ask_shopper_for_tracking_consent: false, policy_url: '' },
    customer_group_settings: { ...settings },
  };
}

function presentGroup(group: CustomerGroup): Record<string, unknown> {
  return {
    id: group.id,
    name: group.name,
    is_default: group.is_default,
    is_group_for_guests: group.is_group_for_guests,
    category_access: group.category_access,
    discount_rules: group.discount_rules.map(presentRule),
    date_created: withoutZone(group.created),
    date_modified: withoutZone(group.modified),
  };
}

function presentRule(rule: DiscountRule): Record<string, unknown> {
  return rule.type === 'price_list' ? { ...rule } : { ...rule, amount: rule.amount.toFixed(4) };
}

/** `2023-07-17 06:30:41`: UTC, but without a time zone. */
function withoutZone(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
