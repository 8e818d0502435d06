import type { ChoiceFailure, LocaleChoices, MarketChoices } from '../../../contracts/admin/market-desk';
import type { CachedShop } from '../catalog/shop';
import type { Clock } from '../lib/clock';
import { codedReasonOf } from '../lib/coded-reason';
import { seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import { TimeLimitError, withTimeLimit } from '../lib/time-limit';
import { connectionOf, type SettingsService } from '../settings/settings-service';
import { RefusedTokenError } from '../storefront/storefront-tokens';
import { readChannelLocales } from '../upstream/markets/channel-locales';
import type { ChannelStorefront } from '../upstream/markets/channel-storefront';
import { createUpstreamMarkets, type ReadableItems, type UpstreamMarkets } from '../upstream/markets/markets-client';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { storefrontTokenScope } from '../upstream/storefront-tokens-client';
import { UpstreamError, UpstreamScopeError } from '../upstream/http/upstream-errors';

/** Reads from the store what a market can consist of (behavior 14.9). */
export interface MarketChoiceReader {
  /**
   * A list that cannot be read is replaced by a failure, so that the others can still be chosen from.
   * @throws MissingSettingsError, StoreSwitchError
   */
  read(): Promise<MarketChoices>;
  /**
   * The languages of one channel's storefront, the default first; only the default if the storefront does not report
   * them. Throws the same errors.
   */
  locales(channelId: number): Promise<LocaleChoices>;
}

export interface MarketChoiceParts {
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'http'>;
  cachedShop: Pick<CachedShop, 'check'>;
  storefrontOf: (channelId: number) => ChannelStorefront;
  clock: Clock;
}

/** An administrator is waiting for the form. */
const patience = seconds(10);
/** A storefront may be unavailable while the rest of the store responds; then only its default language is offered. */
const patienceWithStorefront = seconds(3);
// One retry, in case the failure was momentary.
const attempts = 2;

/** The OAuth scope that each list requires (upstream 7.1). */
const scopes = {
  channels: 'store_channel_settings_read_only',
  currencies: 'store_v2_information_read_only',
  customerGroups: 'store_v2_customers_read_only',
  locales: storefrontTokenScope,
  defaultLocale: 'store_v2_information_read_only',
} as const;

/** Statuses of channels that sell to shoppers, or will; other channels are listed, but not offered (upstream 20.1). */
const offeredStatuses: readonly string[] = ['active', 'prelaunch'];

export function createMarketChoices({
  settings,
  upstream,
  cachedShop,
  storefrontOf,
  clock,
}: MarketChoiceParts): MarketChoiceReader {
  async function open(): Promise<<Value>(ask: (store: UpstreamMarkets) => Promise<Value>) => Promise<Value>> {
    const connection = connectionOf(await settings.read());
    await cachedShop.check(connection.storeHash);
    const http = upstream.http(connection);
    return (ask) =>
      withTimeLimit({ clock, limit: patience }, (signal) =>
        ask(createUpstreamMarkets({ http, signal, attempts, priority: 'high' })),
      );
  }

  return {
    async read() {
      const ask = await open();
      const [channels, shown, currencies, groups] = await Promise.all([
        choicesOf('channels', () => ask((store) => store.channels())),
        choicesOf('channels', () => ask((store) => store.channelCurrencies())),
        choicesOf('currencies', () => ask((store) => store.currencies())),
        choicesOf('customerGroups', () => ask((store) => store.customerGroups())),
      ]);
      return {
        channels: {
          ...channels,
          currencyFailure: shown.failure,
          items: channels.items.map(({ id, name, type, status }) => {
            const own = shown.items.find(({ channelId }) => channelId === id);
            const isOffered = type === 'storefront' && offeredStatuses.includes(status);
            return {
              id,
              name,
              status,
              isOffered,
              currencies: own?.enabled ?? null,
              defaultCurrency: own?.default ?? null,
            };
          }),
        },
        currencies: {
          ...currencies,
          items: currencies.items.map(({ code, name, isEnabled, isTransactional }) => ({
            code,
            name,
            isEnabled,
            isTransactional,
          })),
        },
        customerGroups: { ...groups, items: groups.items.map(({ id, name }) => ({ id, name })) },
      };
    },

    async locales(channelId) {
      const ask = await open();
      const all = await choicesOf('locales', async () => ({
        items: await withTimeLimit({ clock, limit: patienceWithStorefront }, (signal) =>
          readChannelLocales(storefrontOf(channelId), signal),
        ),
        unreadable: 0,
      }));
      if (all.failure === null) return all;
      // The default language can still be offered.
      const { items } = await choicesOf('defaultLocale', async () => ({
        items: [await ask((store) => store.defaultLocale(channelId))],
        unreadable: 0,
      }));
      return { ...all, items };
    },
  };
}

interface Choices<Item> extends ReadableItems<Item> {
  failure: ChoiceFailure | null;
}

async function choicesOf<Item>(
  kind: keyof typeof scopes,
  read: () => Promise<ReadableItems<Item>>,
): Promise<Choices<Item>> {
  try {
    return { ...(await read()), failure: null };
  } catch (error) {
    const isExpected = [UpstreamError, TimeLimitError, RefusedTokenError].some((kind) => error instanceof kind);
    if (!isExpected) throw error;
    const { code, values } = codedReasonOf(error) ?? { code: null, values: {} };
    const scope = error instanceof UpstreamScopeError ? scopes[kind] : null;
    return { items: [], unreadable: 0, failure: { message: describeError(error), code, values, scope } };
  }
}
