import type { z } from 'zod';
import { readAllPages } from '../reading/read-pages';
import type { RequestPriority, UpstreamHttp } from '../http/upstream-http';
import {
  wireBareList,
  wireChannel,
  wireChannelCurrencies,
  wireCurrency,
  wireCustomerGroup,
  wireCustomerSettings,
  wireStoreLocale,
  wireUnpagedList,
} from '../wire/wire-market';

/** A channel, in upstream's terms (upstream 20.1). */
export interface UpstreamChannel {
  id: number;
  name: string;
  /** For example `storefront`, `pos`, `marketplace`. */
  type: string;
  platform: string;
  /** For example `active`, `prelaunch`, `archived`. */
  status: string;
}

/** Which currencies a channel shows, by code in upper case. */
export interface ChannelCurrencies {
  channelId: number;
  enabled: string[];
  default: string;
}

/** A currency of the store. */
export interface UpstreamCurrency {
  /** In upper case. */
  code: string;
  name: string;
  isDefault: boolean;
  isEnabled: boolean;
  /** Whether it is charged; if not, prices are shown in it and charged in the default currency. */
  isTransactional: boolean;
  /** How amounts in it are written; here and below, null when upstream does not report it. */
  symbol: string | null;
  decimals: number | null;
  /** On which side of the number the symbol goes. */
  placement: 'left' | 'right' | null;
  /** Units of it for one of the default currency; null when upstream does not report it. */
  rate: number | null;
}

/** A customer group. */
export interface UpstreamCustomerGroup {
  id: number;
  name: string;
  isDefault: boolean;
  isForGuests: boolean;
  /** The price list that its rules give it; null: none. */
  priceListId: number | null;
}

/** Items of a list; items in an unknown form are only counted. */
export interface ReadableItems<Item> {
  items: Item[];
  unreadable: number;
}

/** Reads the parts that markets can be made of. Rejects with the errors of `upstream-errors.ts`. */
export interface UpstreamMarkets {
  channels(): Promise<ReadableItems<UpstreamChannel>>;
  channelCurrencies(): Promise<ReadableItems<ChannelCurrencies>>;
  currencies(): Promise<ReadableItems<UpstreamCurrency>>;
  customerGroups(): Promise<ReadableItems<UpstreamCustomerGroup>>;
  /** The group whose prices guests of a channel see; null: none. */
  guestGroup(channelId: number): Promise<number | null>;
  /** The default language of a channel, for example `en`. */
  defaultLocale(channelId: number): Promise<string>;
}

// Upstream's largest page of channels, and its usual page of v2 lists.
const channelsPerPage = 250;
const perBareList = 50;

export interface UpstreamMarketsOptions {
  http: UpstreamHttp;
  signal?: AbortSignal | undefined;
  /** `normal` when absent. */
  priority?: RequestPriority | undefined;
  /** Total attempts of each request; the client's default when absent. */
  attempts?: number | undefined;
}

/** Reads channels, currencies, groups, and locales of one store. */
export function createUpstreamMarkets({ http, ...request }: UpstreamMarketsOptions): UpstreamMarkets {
  const guestGroupAt = async (path: string) => {
    const { data } = await http.request({ ...request, path, schema: wireCustomerSettings });
    return data.customer_group_settings.guest_customer_group_id;
  };

  return {
    async channels() {
      const { data } = await readAllPages(http, {
        ...request,
        path: '/v3/channels',
        query: { limit: channelsPerPage },
      });
      return readable(data, wireChannel, (wire) => wire);
    },

    async channelCurrencies() {
      const path = '/v3/channels/currency-assignments';
      const { data } = await http.request({ ...request, path, schema: wireUnpagedList });
      return readable(data, wireChannelCurrencies, (wire) => ({
        channelId: wire.channel_id,
        enabled: wire.enabled_currencies,
        default: wire.default_currency,
      }));
    },

    async currencies() {
      return readable(await readBareList('/v2/currencies'), wireCurrency, (wire) => ({
        code: wire.currency_code,
        name: wire.name,
        isDefault: wire.is_default,
        isEnabled: wire.enabled,
        isTransactional: wire.is_transactional,
        symbol: wire.token?.trim() || null,
        decimals: wire.decimal_places,
        placement: wire.token_location ?? null,
        rate: wire.currency_exchange_rate,
      }));
    },

    async customerGroups() {
      return readable(await readBareList('/v2/customer_groups'), wireCustomerGroup, (wire) => ({
        id: wire.id,
        name: wire.name,
        isDefault: wire.is_default,
        isForGuests: wire.is_group_for_guests,
        priceListId: wire.discount_rules.find(({ type }) => type === 'price_list')?.price_list_id ?? null,
      }));
    },

    async guestGroup(channelId) {
      // Null inherits the store's group (upstream 20.4).
      return (
        (await guestGroupAt(`/v3/customers/settings/channels/${channelId}`)) ??
        (await guestGroupAt('/v3/customers/settings'))
      );
    },

    async defaultLocale(channelId) {
      const path = '/v3/settings/store/locale';
      const { data } = await http.request({
        ...request,
        path,
        query: { channel_id: channelId },
        schema: wireStoreLocale,
      });
      return data.default_shopper_language;
    },
  };

  /** All pages of a v2 list. There is no page count: the last page is the one that is not full. */
  async function readBareList(path: string): Promise<unknown[]> {
    const all: unknown[] = [];
    const seen = new Set<string>();
    for (let page = 1; ; page += 1) {
      const query = { page, limit: perBareList };
      const list = (await http.request({ ...request, path, query, schema: wireBareList })) ?? [];
      const news = list.filter((item) => !seen.has(JSON.stringify(item)));
      for (const item of news) seen.add(JSON.stringify(item));
      all.push(...news);
      // A server that does not support paging sends the same list again.
      if (list.length < perBareList || news.length === 0) return all;
    }
  }
}

function readable<Wire, Item>(
  data: readonly unknown[],
  schema: z.ZodType<Wire>,
  map: (wire: Wire) => Item,
): ReadableItems<Item> {
  const parsed = data.map((item) => schema.safeParse(item));
  return {
    items: parsed.flatMap((item) => (item.success ? [map(item.data)] : [])),
    unreadable: parsed.filter((item) => !item.success).length,
  };
}
