import { z } from 'zod';
import { reportedFailure } from './failures';
import { marketKey, marketPlace } from './markets';

/** Why a market is not read, as the last attempt said. */
export const marketFailure = z.object({
  at: z.iso.datetime(),
  code: z.string(),
  /** In English. */
  message: z.string(),
  /** Whether nothing changes until an administrator confirms what the store says, or it says something else. */
  isHeld: z.boolean(),
});
export type MarketFailure = z.infer<typeof marketFailure>;

/** One market of the site, and how far the reading of it is. */
export const marketRow = z.object({
  key: marketKey,
  name: z.string(),
  /** The default one: it is made of the settings of the connection and of the store's own facts. */
  isDefault: z.boolean(),
  /** Null before the first sync, of the default market only; likewise below. */
  channelId: z.int().nullable(),
  currency: z.string().nullable(),
  locale: z.string().nullable(),
  customerGroupId: z.int().nullable(),
  isPublic: z.boolean(),
  /** Whether it can be read: everything was read from the store completely once. */
  isReady: z.boolean(),
  /** Whether it is being read from the store, or was interrupted; not while the last attempt is one that failed or was canceled. */
  isUnderWay: z.boolean(),
  /** When it was read completely the last time; null: never. */
  lastCompleteAt: z.iso.datetime().nullable(),
  /** How many products its channel sells. */
  products: z.int(),
  /** How many of them have a price. */
  priced: z.int(),
  /** How many of them the store has no price for: they are shown and cannot be bought. */
  unpriced: z.int(),
  /** The language in which its storefront serves texts where it is not the market's; null otherwise. */
  servedLocale: z.string().nullable(),
  /** How many could not be read the last time. */
  failed: z.int(),
  failure: marketFailure.nullable(),
});
export type MarketRow = z.infer<typeof marketRow>;

/** Response of `GET /commerce-bridge/markets`: the default market first, the others in the order of the settings. */
export const marketRows = z.object({
  /** Whether nothing is read from the store or waits to be read; what failed or was canceled waits for its time, or for somebody. */
  isIdle: z.boolean(),
  markets: z.array(marketRow),
});
export type MarketRows = z.infer<typeof marketRows>;

/** Why the store did not say what there is to choose from. */
export const choiceFailure = reportedFailure.extend({
  /** The OAuth scope that the access token needs, by the store's own name, where that is why. */
  scope: z.string().nullable(),
});
export type ChoiceFailure = z.infer<typeof choiceFailure>;

const choicesOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    /** How many the store sent in an unknown form. */
    unreadable: z.int(),
    failure: choiceFailure.nullable(),
  });

/** A sales channel of the store. */
export const channelChoice = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether it is a storefront, and one that is on or about to be. */
  isOffered: z.boolean(),
  /** The store's word, for example `active`, `archived`. */
  status: z.string(),
  /** The currencies that it shows; null where the store did not say. */
  currencies: z.array(z.string()).nullable(),
  defaultCurrency: z.string().nullable(),
});
export type ChannelChoice = z.infer<typeof channelChoice>;

export const currencyChoice = z.object({
  /** ISO 4217. */
  code: z.string(),
  name: z.string(),
  isEnabled: z.boolean(),
  /** Whether it is charged; otherwise prices are shown in it and charged in the store's default currency. */
  isTransactional: z.boolean(),
});
export type CurrencyChoice = z.infer<typeof currencyChoice>;

export const groupChoice = z.object({ id: z.int(), name: z.string() });
export type GroupChoice = z.infer<typeof groupChoice>;

/** Response of `GET /commerce-bridge/markets/choices`: what the store has at this moment. */
export const marketChoices = z.object({
  channels: choicesOf(channelChoice).extend({
    /** Why the store did not say which currencies channels show; those of the store can be chosen all the same. */
    currencyFailure: choiceFailure.nullable(),
  }),
  currencies: choicesOf(currencyChoice),
  customerGroups: choicesOf(groupChoice),
});
export type MarketChoices = z.infer<typeof marketChoices>;

export const localesParams = z.object({ channelId: z.coerce.number().int().positive() });

/** Response of `GET /commerce-bridge/markets/locales/{channelId}`: the languages of a channel, its default one first. */
export const localeChoices = choicesOf(z.string());
export type LocaleChoices = z.infer<typeof localeChoices>;

/** Body of `POST /commerce-bridge/markets/cost`: the markets to be estimated, saved or not. */
export const marketCostBody = z.strictObject({ markets: z.array(marketPlace).max(50) });
export type MarketCostBody = z.input<typeof marketCostBody>;

/** What reading a market completely takes. Estimates: from what is cached, and from the store's quota. */
export const marketCost = z.object({
  /** Requests to the store for all of its parts. */
  requests: z.int(),
  /** Those of parts that no market before it in the list has. */
  added: z.int(),
  /** For `added`, at the store's quota. */
  seconds: z.int(),
});
export type MarketCost = z.infer<typeof marketCost>;

/** Response of `POST /commerce-bridge/markets/cost`. */
export const marketCosts = z.object({
  /** In the order of the request. */
  markets: z.array(marketCost),
  /** Of all of them; what they share counts once. */
  total: marketCost.omit({ added: true }),
  quota: z.object({
    /** Requests that the store allows in `seconds`. */
    requests: z.int(),
    /** Of these, what is left to webhooks and to other apps. */
    reserve: z.int(),
    seconds: z.int(),
    /** Whether the store has said so; otherwise it is that of its standard plan. */
    isKnown: z.boolean(),
  }),
});
export type MarketCosts = z.infer<typeof marketCosts>;

export const marketPreviewParams = z.object({ id: z.coerce.number().int().positive() });

/** One product as a market shows it, in the words of the public API. */
export const previewedProduct = z.object({
  name: z.string(),
  /** The regular price; null where the market has none. */
  price: z.number().nullable(),
  /** What is charged instead of it; null when nothing is. */
  salePrice: z.number().nullable(),
  inStock: z.boolean(),
  permalink: z.string(),
});

/** What one market shows of the product. */
export const marketPreviewRow = z.object({
  key: marketKey,
  name: z.string(),
  /** ISO 4217; null before the first sync. */
  currency: z.string().nullable(),
  /**
   * `shown`: it is sold. `unpriced`: it is shown and cannot be bought, since the store has no price for it. `absent`: the market's
   * channel does not sell it. `not_ready`: the market was never read completely. `refused`: the market cannot be read in this
   * way, as `reason` says.
   */
  state: z.enum(['shown', 'unpriced', 'absent', 'not_ready', 'refused']),
  /** In English; null unless it is refused. */
  reason: z.string().nullable(),
  product: previewedProduct.nullable(),
});
export type MarketPreviewRow = z.infer<typeof marketPreviewRow>;

/** Response of `GET /commerce-bridge/markets/preview/{id}`: the product in each market, the default one first. */
export const marketPreview = z.object({ id: z.int(), markets: z.array(marketPreviewRow) });
export type MarketPreview = z.infer<typeof marketPreview>;
