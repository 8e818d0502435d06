import { z } from 'zod';
import { defaultMarketKey, type MarketSetting } from '../../../contracts/admin/markets';
import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import { CommerceBridgeError } from '../lib/errors';
import { MissingSettingsError } from '../settings/settings-errors';
import type { SettingsService } from '../settings/settings-service';
import { cartScope, createCart, type CreatedCart } from '../upstream/carts-client';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { UpstreamAuthenticationError, UpstreamHttpError, UpstreamScopeError } from '../upstream/http/upstream-errors';
import type { StorefrontTargets } from './storefront-targets';

/**
 * Why no cart was created:
 * `invalid_cart` – the request is not a valid cart; `data.problems` lists its problems.
 * `cart_refused` – upstream rejects it: an unknown product, no stock, a missing option. In upstream's words.
 * `not_connected` – the store's credentials have not been entered yet.
 * `unauthorized`, `scope_missing` – the access token is rejected, or may not create carts.
 * `rate_limited` – upstream accepts no more requests for now, or the request waited ten seconds in vain to be sent; no
 *   cart was created. `data.retryAfter` in seconds, if upstream sent it.
 * `upstream_unavailable` – no usable response arrived. The cart may have been created all the same.
 */
export type CartErrorCode =
  | 'invalid_cart'
  | 'cart_refused'
  | 'not_connected'
  | 'unauthorized'
  | 'scope_missing'
  | 'rate_limited'
  | 'upstream_unavailable';

export class CartError extends CommerceBridgeError {
  readonly code: CartErrorCode;

  constructor(code: CartErrorCode, message: string, details: { data?: Record<string, unknown>; cause?: unknown } = {}) {
    super(message, details);
    this.code = code;
  }
}

// A shopper waits.
const longestWait = seconds(10);

class UnsentError extends Error {}

const upstreamId = z.int().positive();

const cartLine = z.strictObject({
  productId: upstreamId,
  quantity: z.int().positive(),
  variantId: upstreamId.optional(),
  optionSelections: z
    .array(z.strictObject({ optionId: upstreamId, optionValue: z.union([z.string(), z.number()]) }))
    .optional(),
});

const cartRequest = z.strictObject({
  lineItems: z.array(cartLine).min(1),
  /** The key of a market: its channel, currency, and locale, unless the cart names others. */
  market: z.string().optional(),
  channelId: upstreamId.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a code such as EUR')
    .optional(),
  customerId: upstreamId.optional(),
  locale: z.string().min(1).optional(),
});

/** A cart for `create`; every id is upstream's, as the REST API returns it. */
export type CartRequest = z.input<typeof cartRequest>;

/** Carts for code of the site; there is no endpoint for them (behavior 6.5). */
export interface Carts {
  /**
   * Creates a cart and its checkout address. The address works once: redirect to it, do not store it.
   * @throws CartError
   */
  create(request: CartRequest): Promise<CreatedCart>;
}

export function createCarts(options: {
  settings: SettingsService;
  targets: StorefrontTargets;
  upstream: UpstreamAccess;
  clock: Pick<Clock, 'wait'>;
}): Carts {
  const { settings, targets, upstream, clock } = options;

  return {
    async create(request) {
      const { market: key, ...cart } = checked(request);
      const current = await settings.read();
      const market = marketOf(key, current.plain.markets);
      try {
        const target = await targets.resolve(current, cart.channelId ?? market?.channelId);
        const given = {
          ...cart,
          channelId: target.channelId,
          currency: cart.currency ?? market?.currency,
          locale: cart.locale ?? market?.locale,
        };
        return await sentSoon(clock, ({ signal, onSend }) =>
          createCart(upstream.http(target.connection, { onSend }), given, { signal }),
        );
      } catch (error) {
        throw cartErrorOf(error);
      }
    },
  };
}

/** Does not send a request that has waited too long for the store's budget: its caller may have given up since. */
async function sentSoon<Result>(
  clock: Pick<Clock, 'wait'>,
  send: (request: { signal: AbortSignal; onSend: () => void }) => Promise<Result>,
): Promise<Result> {
  const [unsent, over] = [new AbortController(), new AbortController()];
  clock
    .wait(longestWait, over.signal)
    .then(() => unsent.abort(new UnsentError('the store took no request in time')))
    .catch(() => undefined);
  try {
    return await send({ signal: unsent.signal, onSend: () => over.abort() });
  } finally {
    over.abort();
  }
}

function checked(request: unknown): z.output<typeof cartRequest> {
  const parsed = cartRequest.safeParse(request);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the cart'}: ${message}`);
  throw new CartError('invalid_cart', `Invalid cart: ${problems.join('; ')}.`, { data: { problems } });
}

/** Null for the default market, whose channel, currency, and locale the store uses by default. */
function marketOf(key: string | undefined, markets: readonly MarketSetting[]): MarketSetting | null {
  if (key === undefined || key === defaultMarketKey) return null;
  const market = markets.find((one) => one.key === key);
  if (market) return market;
  const keys = [defaultMarketKey, ...markets.map((one) => one.key)];
  const problem = `market: ${JSON.stringify(key)} is not among ${keys.join(', ')}`;
  throw new CartError('invalid_cart', `Invalid cart: ${problem}.`, { data: { problems: [problem] } });
}

/** Internal errors (a database that is down) pass through unchanged. */
function cartErrorOf(cause: unknown): unknown {
  if (cause instanceof MissingSettingsError) return new CartError('not_connected', cause.message, { cause });
  if (cause instanceof UpstreamScopeError) {
    return new CartError(
      'scope_missing',
      `The access token lacks the OAuth scope ${cartScope}, needed to make carts.`,
      { data: { scope: cartScope }, cause },
    );
  }
  if (cause instanceof UpstreamAuthenticationError)
    return new CartError('unauthorized', 'The store does not accept the access token.', { cause });
  if (cause instanceof UpstreamHttpError) return refusalOf(cause);
  if (cause instanceof UnsentError)
    return new CartError('rate_limited', 'The store takes no more requests for now; no cart was created.', { cause });
  return cause instanceof CommerceBridgeError ? unavailable(cause) : cause;
}

function refusalOf(cause: UpstreamHttpError): CartError {
  const { status, upstreamMessage, retryAfter } = cause;
  if (status === 429) {
    const data = retryAfter === null ? {} : { retryAfter: Math.ceil(retryAfter / 1000) };
    return new CartError('rate_limited', 'The store takes no more requests for now; try again later.', { data, cause });
  }
  if (status >= 500) return unavailable(cause);
  return new CartError('cart_refused', upstreamMessage ?? `The store rejected this cart (${status}).`, {
    data: { status },
    cause,
  });
}

const unavailable = (cause: unknown) =>
  new CartError(
    'upstream_unavailable',
    'The store did not respond as expected; the cart may have been created all the same.',
    { cause },
  );
