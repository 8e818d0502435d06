import { z } from 'zod';
import { reportedFailure } from './failures';
import { marketKey, marketPlace } from './markets';

/** Why the last attempt to read a market failed. */
export const marketFailure = z.object({
  at: z.iso.datetime(),
  code: z.string(),
  /** In English. */
  message: z.string(),
  /** Whether nothing changes until an administrator confirms the store's data, or that data changes. */
  isHeld: z.boolean(),
});

/** One market of the site, and how far it has been read. */
export const marketRow = z.object({
  key: marketKey,
  name: z.string(),
  /** Whether it is the default market, which follows from the connection settings and the store's own data. */
  isDefault: z.boolean(),
  /** Null only for the default market before the first sync; likewise for `currency` and `locale`. */
  channelId: z.int().nullable(),
  currency: z.string().nullable(),
  locale: z.string().nullable(),
  customerGroupId: z.int().nullable(),
  isPublic: z.boolean(),
  /** Whether it can be served: it was read from the store completely at least once. */
  isReady: z.boolean(),
  /** Whether reading it is under way, or was interrupted; false if the last attempt failed or was canceled. */
  isUnderWay: z.boolean(),
  /** Whether its reading was canceled: it continues after the next full sync or full check, or on request. */
  isCanceled: z.boolean(),
  /** When it was last read completely; null: never. */
  lastCompleteAt: z.iso.datetime().nullable(),
  /** How many products its channel sells. */
  products: z.int(),
  /** How many of them have a price. */
  priced: z.int(),
  /** How many of them the store has no price for: they are shown but cannot be bought. */
  unpriced: z.int(),
  /** The language of its storefront's texts, if that is not the market's; null otherwise. */
  servedLocale: z.string().nullable(),
  /** How many items could not be read the last time. */
  failed: z.int(),
  failure: marketFailure.nullable(),
});
export type MarketRow = z.infer<typeof marketRow>;

/** Response of `GET /commerce-bridge/markets`: the default market, then the others in the order of the settings. */
export const marketRows = z.object({
  /** Whether no market is being read or waits to be read. Failed or canceled ones do not count as waiting. */
  isIdle: z.boolean(),
  markets: z.array(marketRow),
});
export type MarketRows = z.infer<typeof marketRows>;

/** Why the choices could not be read from the store. */
export const choiceFailure = reportedFailure.extend({
  /** The OAuth scope that the access token lacks, by the store's own name; null if that is not the reason. */
  scope: z.string().nullable(),
});
export type ChoiceFailure = z.infer<typeof choiceFailure>;

const choicesOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    /** How many items the store sent in an unknown format. */
    unreadable: z.int(),
    failure: choiceFailure.nullable(),
  });

/** A sales channel of the store. */
export const channelChoice = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether it is a storefront that is active or about to be. */
  isOffered: z.boolean(),
  /** The store's term, for example `active`, `archived`. */
  status: z.string(),
  /** The currencies that it shows; null if unknown. */
  currencies: z.array(z.string()).nullable(),
  defaultCurrency: z.string().nullable(),
});
export type ChannelChoice = z.infer<typeof channelChoice>;

export const currencyChoice = z.object({
  /** ISO 4217. */
  code: z.string(),
  name: z.string(),
  isEnabled: z.boolean(),
  /** Whether orders are charged in it; otherwise, it is only shown, and the store's default currency is charged. */
  isTransactional: z.boolean(),
});

export const groupChoice = z.object({ id: z.int(), name: z.string() });
export type GroupChoice = z.infer<typeof groupChoice>;

/** Response of `GET /commerce-bridge/markets/choices`: what the store has now. */
export const marketChoices = z.object({
  channels: choicesOf(channelChoice).extend({
    /** Why the channels' currencies could not be read; the store's currencies can still be chosen. */
    currencyFailure: choiceFailure.nullable(),
  }),
  currencies: choicesOf(currencyChoice),
  customerGroups: choicesOf(groupChoice),
});
export type MarketChoices = z.infer<typeof marketChoices>;

export const localesParams = z.object({ channelId: z.coerce.number().int().positive() });

/** Response of `GET /commerce-bridge/markets/locales/{channelId}`: the languages of a channel, default first. */
export const localeChoices = choicesOf(z.string());
export type LocaleChoices = z.infer<typeof localeChoices>;

/** Body of `POST /commerce-bridge/markets/cost`: the markets to be estimated, saved or not. */
export const marketCostBody = z.strictObject({ markets: z.array(marketPlace).max(50) });
export type MarketCostBody = z.input<typeof marketCostBody>;

/** The cost of reading a market completely, estimated from the cached records and the store's quota. */
export const marketCost = z.object({
  /** Requests to the store for all of its parts. */
  requests: z.int(),
  /** Requests for parts that no earlier market in the list has. */
  added: z.int(),
  /** How long the `added` requests take within the store's quota. */
  seconds: z.int(),
});
export type MarketCost = z.infer<typeof marketCost>;

/** Response of `POST /commerce-bridge/markets/cost`. */
export const marketCosts = z.object({
  /** In the order of the request. */
  markets: z.array(marketCost),
  /** For all markets; shared parts count once. */
  total: marketCost.omit({ added: true }),
  quota: z.object({
    /** Requests that the store allows in `seconds`. */
    requests: z.int(),
    /** How many of these are left for webhooks and other apps. */
    reserve: z.int(),
    seconds: z.int(),
    /** Whether the quota was reported by the store; otherwise, that of the standard plan is assumed. */
    isKnown: z.boolean(),
  }),
});
export type MarketCosts = z.infer<typeof marketCosts>;

export const marketPreviewParams = z.object({ id: z.coerce.number().int().positive() });

/** One product as a market shows it, with the public API's field names. */
export const previewedProduct = z.object({
  name: z.string(),
  /** The regular price; null where the market has none. */
  price: z.number().nullable(),
  /** The price that is charged instead; null if there is none. */
  salePrice: z.number().nullable(),
  inStock: z.boolean(),
  /** Null without the setting `productPageAddress`: then only the frontend knows the addresses of its pages. */
  permalink: z.string().nullable(),
});

/** How one market shows the product. */
export const marketPreviewRow = z.object({
  key: marketKey,
  name: z.string(),
  /** ISO 4217; null before the first sync. */
  currency: z.string().nullable(),
  /**
   * `shown`: it is sold. `unpriced`: it is shown but cannot be bought, because the store has no price for it. `absent`:
   * the market's channel does not sell it. `not_ready`: the market was never read completely. `refused`: the market
   * cannot be read this way, for the given `reason`.
   */
  state: z.enum(['shown', 'unpriced', 'absent', 'not_ready', 'refused']),
  /** In English; null unless the state is `refused`. */
  reason: z.string().nullable(),
  product: previewedProduct.nullable(),
});
export type MarketPreviewRow = z.infer<typeof marketPreviewRow>;

/** Response of `GET /commerce-bridge/markets/preview/{id}`: the product in each market, the default one first. */
export const marketPreview = z.object({ id: z.int(), markets: z.array(marketPreviewRow) });
export type MarketPreview = z.infer<typeof marketPreview>;
