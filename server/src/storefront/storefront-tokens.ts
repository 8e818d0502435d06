import type { Clock } from '../lib/clock';
import { hours, milliseconds, minutes, seconds, type Milliseconds } from '../lib/durations';
import { CommerceBridgeError, describeError } from '../lib/errors';
import type { LeaseStore } from '../lib/lease';
import type { Logger } from '../lib/logger';
import { TimeLimitError, withTimeLimit } from '../lib/time-limit';
import { UpstreamHttpError, UpstreamScopeError } from '../upstream/upstream-errors';
import type { StorefrontTarget } from './storefront-target';
import type { StorefrontToken, TokenVault } from './token-vault';

/** Private storefront tokens for whoever asks the store (behavior 6.2): minted when needed, shared, renewed. */
export interface StorefrontTokens {
  /** One that holds for a minute at least. @throws what kept it from being minted */
  current(target: StorefrontTarget): Promise<StorefrontToken>;
  /** Another than the one that upstream refused with 401. @throws likewise, or RefusedTokenError when no other would help */
  replace(target: StorefrontTarget, refused: StorefrontToken): Promise<StorefrontToken>;
  /** Upstream took it: should it be refused one day, a new one will help. */
  confirm(token: StorefrontToken): void;
  /** Upstream refused a request with a replaced token as well: the request is at fault, and no token is replaced for a minute. */
  replacedInVain(target: StorefrontTarget): void;
  /** Ends what is under way. */
  stop(): Promise<void>;
}

export interface StorefrontTokensOptions {
  vault: TokenVault;
  leases: LeaseStore;
  clock: Clock;
  logger: Logger;
  /** Names the holder of a lease. */
  newId: () => string;
  mint: (target: StorefrontTarget, request: { expiresAt: Date; signal: AbortSignal }) => Promise<string>;
}

/** Upstream refuses a token that it has only just made: the next would fare no better. */
export class RefusedTokenError extends CommerceBridgeError {
  readonly code = 'storefront_token_refused';
}

// Upstream names no maximum (upstream 5.1). A day: short enough for a token that got lost, long enough to be no burden.
const lifetime = hours(24);
// From here on it is renewed beside the requests, which go on with the one at hand.
const renewBefore = hours(4);
// One that ends sooner is not used any more: clocks differ, and requests take time.
const shortestUse = minutes(1);

const tokenLease = 'storefront.token';
const mintLimit = seconds(15);
const leaseDuration = seconds(30);
const lookInterval = milliseconds(100);
const patience = seconds(20);
// Anybody can make the site ask upstream for a token, so it does so once a minute at most while it gets none (behavior 12.5).
const pauseAfterAsking = minutes(1);
// Of what failed on this side of upstream.
const pauseAfterFailure = seconds(5);

const transientStatuses = new Set([408, 425, 429]);

export function createStorefrontTokens({
  vault,
  leases,
  clock,
  logger,
  newId,
  mint,
}: StorefrontTokensOptions): StorefrontTokens {
  const ending = new AbortController();
  let held: { key: string; token: StorefrontToken } | null = null;
  let underWay: { key: string; token: Promise<StorefrontToken> } | null = null;
  let failed: { key: string; error: unknown; until: number } | null = null;
  // What came of the last request to upstream that gave no token.
  let refusal: { error: unknown } | null = null;
  let confirmed: string | null = null;
  // Whoever finds a request that upstream answers with 401 must not make us mint a token for each.
  let vain: { key: string; until: number } | null = null;

  const now = () => clock.now().getTime();
  const remaining = ({ expiresAt }: StorefrontToken) => expiresAt.getTime() - now();
  const isUsable = (token: StorefrontToken) => remaining(token) >= shortestUse;
  const isFresh = (token: StorefrontToken) => remaining(token) >= renewBefore;
  const pausedBy = (key: string) => (failed?.key === key && now() < failed.until ? failed : null);
  const keyOf = ({ account, channelId }: StorefrontTarget) => `${account}/${channelId}`;

  /** Joins whoever is at it already: there is one search at a time. */
  function obtain(target: StorefrontTarget, isGood: (token: StorefrontToken) => boolean): Promise<StorefrontToken> {
    const key = keyOf(target);
    if (underWay?.key === key) return underWay.token;
    const pause = pausedBy(key);
    if (pause) return Promise.reject(pause.error);
    const search = { key, token: seek(target, isGood) };
    underWay = search;
    search.token = search.token
      .then(
        (token) => {
          held = { key, token };
          failed = null;
          return token;
        },
        (error: unknown) => {
          const hasAsked = refusal?.error === error;
          failed = { key, error, until: now() + (hasAsked ? pauseAfterAskingInVain(error) : pauseAfterFailure) };
          throw error;
        },
      )
      .finally(() => {
        if (underWay === search) underWay = null;
      });
    return search.token;
  }

  /** Takes a good one that another instance made, or makes one while all others wait. */
  async function seek(target: StorefrontTarget, isGood: (token: StorefrontToken) => boolean): Promise<StorefrontToken> {
    if (!vault.isShared) return make(target);
    const key = keyOf(target);
    const lease = { name: tokenLease, holder: newId() };
    const deadline = now() + patience;
    for (;;) {
      if (await leases.acquire({ ...lease, duration: leaseDuration })) {
        try {
          const stored = await vault.read(key);
          return stored && isGood(stored) ? stored : await make(target);
        } finally {
          await leases.release(lease);
        }
      }
      if (now() >= deadline)
        throw new TimeLimitError('another instance of the site took too long to get a storefront token');
      await clock.wait(lookInterval, ending.signal);
      const stored = await vault.read(key);
      if (stored && isGood(stored)) return stored;
    }
  }

  async function make(target: StorefrontTarget): Promise<StorefrontToken> {
    const mintedAt = clock.now();
    const expiresAt = new Date(mintedAt.getTime() + lifetime);
    try {
      const value = await withTimeLimit({ clock, limit: mintLimit }, (limit) =>
        mint(target, { expiresAt, signal: AbortSignal.any([ending.signal, limit]) }),
      );
      const token = { value, mintedAt, expiresAt };
      await vault.write(keyOf(target), token);
      await vault.writeRefusal(null);
      logger.info('storefront token minted', { channelId: target.channelId, expiresAt: expiresAt.toISOString() });
      return token;
    } catch (error) {
      refusal = { error };
      if (isRefusal(error))
        await vault.writeRefusal({
          account: target.account,
          isScopeMissing: error instanceof UpstreamScopeError,
          message: error.message,
        });
      throw error;
    }
  }

  function renewMeanwhile(target: StorefrontTarget): void {
    const key = keyOf(target);
    if (underWay?.key === key || pausedBy(key)) return;
    obtain(target, isFresh).catch((error: unknown) =>
      logger.warn('storefront token could not be renewed yet', { error: describeError(error) }),
    );
  }

  return {
    async current(target) {
      const token = held?.key === keyOf(target) && isUsable(held.token) ? held.token : null;
      if (!token) return obtain(target, isUsable);
      if (!isFresh(token)) renewMeanwhile(target);
      return token;
    },

    async replace(target, refused) {
      const isOther = (token: StorefrontToken) => isUsable(token) && token.value !== refused.value;
      if (held?.key === keyOf(target) && isOther(held.token)) return held.token;
      const isVain = vain?.key === keyOf(target) && now() < vain.until;
      const isNew = now() - refused.mintedAt.getTime() < pauseAfterAsking;
      if (isVain || (isNew && confirmed !== refused.value))
        throw new RefusedTokenError(
          'upstream refuses the storefront token that it has just made; check the channel and the GraphQL address',
        );
      const token = await obtain(target, isOther);
      // A search that was under way may have ended with the one that was refused in the meantime.
      return isOther(token) ? token : obtain(target, isOther);
    },

    confirm({ value }) {
      confirmed = value;
    },

    replacedInVain(target) {
      vain = { key: keyOf(target), until: now() + pauseAfterAsking };
    },

    async stop() {
      ending.abort(new Error('the site stops'));
      await underWay?.token.catch(() => undefined);
    },
  };
}

/** A no that will be the same next time. */
function isRefusal(error: unknown): error is UpstreamHttpError {
  return error instanceof UpstreamHttpError && error.status < 500 && !transientStatuses.has(error.status);
}

function pauseAfterAskingInVain(error: unknown): Milliseconds {
  const told = error instanceof UpstreamHttpError ? error.retryAfter : null;
  return told === null || told < pauseAfterAsking ? pauseAfterAsking : told;
}
