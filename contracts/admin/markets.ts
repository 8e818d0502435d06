import { z } from 'zod';

/** The market that every site has; the settings only list further ones. */
export const defaultMarketKey = 'default';

/** Names a market in addresses, settings and caches. */
export const marketKey = z.string().regex(/^[a-z0-9-]{1,32}$/);

const groupId = z.int().positive().nullable();

/** Determines which products the shoppers of a market see, in which language, and at which prices. */
export const marketPlace = z.object({
  channelId: z.int().positive(),
  /** ISO 4217, in capitals. */
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/),
  /** The store's code for it, for example `en` or `pt-BR`. */
  locale: z
    .string()
    .trim()
    .max(12)
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/),
  /** Null: guests, with the prices that an anonymous shopper of the channel gets. */
  customerGroupId: groupId.default(null),
  /**
   * Whether to read the channel's own names and descriptions in the store's own language; in other languages, they are
   * always read.
   */
  hasOwnTexts: z.boolean().optional(),
});
export type MarketPlace = z.output<typeof marketPlace>;

/** A market as an administrator sets it. */
export const marketSettingUpdate = z.strictObject({
  key: marketKey.refine((key) => key !== defaultMarketKey),
  name: z.string().trim().min(1).max(100),
  ...marketPlace.shape,
  /** Whether anybody may read it. By default, a customer group's prices are only for callers with a token. */
  isPublic: z.boolean().optional(),
});
export type MarketSettingUpdate = z.input<typeof marketSettingUpdate>;

/** What a shopper of one storefront sees. */
export const marketSetting = marketSettingUpdate
  .transform((market) => ({ ...market, isPublic: market.isPublic ?? market.customerGroupId === null }))
  .pipe(marketSettingUpdate.extend({ customerGroupId: groupId, isPublic: z.boolean() }));
export type MarketSetting = z.output<typeof marketSetting>;

export const marketParams = z.object({ key: marketKey });

/** Body of `POST /commerce-bridge/markets/{key}/sync`. */
export const marketSyncBody = z.strictObject({
  /** Accepts the store's data, no matter how much that removes from the market's channel. */
  allowMassRemoval: z.boolean().default(false),
});

/** Response to that, with 202: the market is refreshed as soon as no sync is under way. */
export const marketSyncStarted = z.object({ key: marketKey });
export type MarketSyncStarted = z.infer<typeof marketSyncStarted>;
