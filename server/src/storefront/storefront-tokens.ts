import type { Clock } from '../lib/clock';
import { codedReasonOf } from '../lib/coded-reason';
import { hours, milliseconds, minutes, seconds, type Milliseconds } from '../lib/durations';
import { CommerceBridgeError, describeError } from '../lib/errors';
import { followSignals } from '../lib/follow-signals';
import type { LeaseStore } from '../lib/lease';
import type { Logger } from '../lib/logger';
import { TimeLimitError, withTimeLimit } from '../lib/time-limit';
import { UpstreamHttpError, UpstreamScopeError } from '../upstream/http/upstream-errors';
import type { StorefrontTarget } from './storefront-target';
import type { StorefrontToken, TokenVault } from './token-vault';

/** Private storefront tokens for requests to the store (behavior 6.2): minted when needed, shared, renewed. */
export interface StorefrontTokens {
  /** A token valid for at least another minute. @throws the error that prevented minting one */
  current(target: StorefrontTarget): Promise<StorefrontToken>;
  /**
   * A token other than the one that upstream rejected with 401. @throws likewise, or RefusedTokenError when no other
   * would help
   */
  replace(target: StorefrontTarget, refused: StorefrontToken): Promise<StorefrontToken>;
  /** Upstream accepted it: if it is rejected later, a new one will help. */
  confirm(token: StorefrontToken): void;
  /**
   * Upstream rejected a request with a replaced token as well: the request is at fault, and no token is replaced for a
   * minute.
   */
  replacedInVain(target: StorefrontTarget): void;
  /** Aborts work in progress. */
  stop(): Promise<void>;
}

export interface StorefrontTokensOptions {
  vault: TokenVault;
  leases: LeaseStore;
  clock: Clock;
  logger: Logger;
  /** Names the holder of a lease. */
  newId: () => string;
  mint: (
    target: StorefrontTarget,
    request: {
      expiresAt: Date;
      signal: AbortSignal;
      /** Called once the request may be sent: until then, it waits for the store's budget. */
      onSend: () => void;
    },
  ) => Promise<string>;
}

/** Upstream rejects a token that it has only just issued: another would fare no better. */
export class RefusedTokenError extends CommerceBridgeError {
  readonly code = 'storefront_token_refused';
}

// Upstream names no maximum (upstream 5.1). A day: short enough for a lost token, long enough not to be a burden.
const lifetime = hours(24);
// From here on it is renewed in the background, while requests keep using it.
const renewBefore = hours(4);
// A token that expires sooner is no longer used: clocks differ, and requests take time.
const shortestUse = minutes(1);

const mintLimit = seconds(15);
const leaseDuration = seconds(30);
const lookInterval = milliseconds(100);
const patience = seconds(20);
// Anyone can make the site request a token from upstream, so it does so at most once a minute while it gets none
// (behavior 12.5).
const pauseAfterAsking = minutes(1);
// After a failure on our side.
const pauseAfterFailure = seconds(1);

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
  // The failure of the last token request to upstream, if it failed.
  let refusal: { error: unknown } | null = null;
  let confirmed: string | null = null;
  // A caller whose request upstream rejects with 401 must not be able to make us mint a token for each.
  let vain: { key: string; until: number } | null = null;

  const now = () => clock.now().getTime();
  const remaining = ({ expiresAt }: StorefrontToken) => expiresAt.getTime() - now();
  const isUsable = (token: StorefrontToken) => remaining(token) >= shortestUse;
  const isFresh = (token: StorefrontToken) => remaining(token) >= renewBefore;
  const pausedBy = (key: string) => (failed?.key === key && clock.monotonic() < failed.until ? failed : null);
  const keyOf = ({ account, channelId }: StorefrontTarget) => `${account}/${channelId}`;

  /** Joins a search in progress: there is one at a time. */
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
          failed = {
            key,
            error,
            until: clock.monotonic() + (hasAsked ? pauseAfterAskingInVain(error) : pauseAfterFailure),
          };
          throw error;
        },
      )
      .finally(() => {
        if (underWay === search) underWay = null;
      });
    return search.token;
  }

  /** Uses a valid token that another instance made, or makes one while all others wait. */
  async function seek(target: StorefrontTarget, isGood: (token: StorefrontToken) => boolean): Promise<StorefrontToken> {
    if (!vault.isShared) return make(target);
    const key = keyOf(target);
    const lease = { name: vault.name, holder: newId() };
    const deadline = clock.monotonic() + patience;
    for (;;) {
      if (await leases.acquire({ ...lease, duration: leaseDuration })) {
        try {
          const stored = await vault.read(key);
          return stored && isGood(stored) ? stored : await make(target);
        } finally {
          await unlessAway(() => leases.release(lease));
        }
      }
      if (clock.monotonic() >= deadline)
        throw new TimeLimitError('another instance of the site took too long to get a storefront token');
      await clock.wait(lookInterval, ending.signal);
      const stored = await vault.read(key);
      if (stored && isGood(stored)) return stored;
    }
  }

  async function make(target: StorefrontTarget): Promise<StorefrontToken> {
    const mintedAt = clock.now();
    const expiresAt = new Date(mintedAt.getTime() + lifetime);
    let isSent = false;
    const onSend = () => void (isSent = true);
    const value = await withTimeLimit({ clock, limit: mintLimit }, (limit) =>
      followSignals([ending.signal, limit], (signal) => mint(target, { expiresAt, signal, onSend })),
    ).catch((error: unknown) => {
      if (isSent) return noteFailure(target, error);
      throw error;
    });
    const token = { value, mintedAt, expiresAt };
    await unlessAway(async () => {
      await vault.write(keyOf(target), token);
      await vault.writeRefusal(null);
    });
    logger.info('storefront token minted', { channelId: target.channelId, expiresAt: expiresAt.toISOString() });
    return token;
  }

  async function noteFailure(target: StorefrontTarget, error: unknown): Promise<never> {
    refusal = { error };
    if (isRefusal(error))
      await unlessAway(() =>
        vault.writeRefusal({
          account: target.account,
          channelId: target.channelId,
          isScopeMissing: error instanceof UpstreamScopeError,
          message: error.message,
          reason: codedReasonOf(error),
        }),
      );
    throw error;
  }

  /** What upstream said holds even if the database is away and cannot share it with other instances. */
  async function unlessAway(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logger.warn('storefront token could not be shared with other instances', { error: describeError(error) });
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
      const isVain = vain?.key === keyOf(target) && clock.monotonic() < vain.until;
      // A negative age: the clock was set back since.
      const age = now() - refused.mintedAt.getTime();
      const isNew = age >= 0 && age < pauseAfterAsking;
      if (isVain || (isNew && confirmed !== refused.value))
        throw new RefusedTokenError(
          'upstream rejects the storefront token that it has just issued; check the channel and the GraphQL address',
        );
      const token = await obtain(target, isOther);
      // A search in progress may have ended with the token that was rejected meanwhile.
      return isOther(token) ? token : obtain(target, isOther);
    },

    confirm({ value }) {
      confirmed = value;
    },

    replacedInVain(target) {
      vain = { key: keyOf(target), until: clock.monotonic() + pauseAfterAsking };
    },

    async stop() {
      ending.abort(new Error('the site stops'));
      await underWay?.token.catch(() => undefined);
    },
  };
}

/** Whether the error is a rejection that would be the same next time. */
function isRefusal(error: unknown): error is UpstreamHttpError {
  return error instanceof UpstreamHttpError && error.status < 500 && !transientStatuses.has(error.status);
}

function pauseAfterAskingInVain(error: unknown): Milliseconds {
  const retryAfter = error instanceof UpstreamHttpError ? error.retryAfter : null;
  return retryAfter === null || retryAfter < pauseAfterAsking ? pauseAfterAsking : retryAfter;
}
