import type { StateStore } from '../../../server/src/database/knex-state-store';
import type { LeaseStore } from '../../../server/src/lib/lease';
import { createSealer } from '../../../server/src/settings/sealed-secrets';
import { accountOf, type StorefrontTarget } from '../../../server/src/storefront/storefront-target';
import { createStorefrontTokens } from '../../../server/src/storefront/storefront-tokens';
import { createTokenVault } from '../../../server/src/storefront/token-vault';
import { upstreamHttpError } from '../../../server/src/upstream/http/upstream-errors';
import { ManualClock } from '../time/clocks';
import { memoryLeases, memoryState } from './memory-stores';
import { createQuietLogger } from '../quiet-logger';

/** A channel of a store, and the credentials for requesting its token. */
export function aTarget({ accessToken = 'access-1', channelId = 1 } = {}): StorefrontTarget {
  const connection = { apiUrl: 'https://api.example', storeHash: 'abc', accessToken };
  return { connection, channelId, graphqlUrl: 'https://store.example/graphql', account: accountOf(connection) };
}

/** The upstream response that refuses to create a token. */
export const refusal = (status: number) =>
  upstreamHttpError({
    method: 'POST',
    path: '/v3/storefront/api-token-private',
    status,
    upstreamMessage: 'No',
    retryAfter: null,
  });

/** Instances of one site, which share a database and its tokens. */
export function aSite({ key = 'host key' }: { key?: string | null } = {}) {
  const clock = new ManualClock();
  const rows = new Map<string, string>();
  const remembered = memoryState();
  const database = { isAway: false };
  const state: StateStore = {
    read: (name, schema) => remembered.read(name, schema),
    isAnySet: (names) => remembered.isAnySet(names),
    write: async (name, value) => {
      if (database.isAway) throw new Error('Connection terminated');
      rows.set(name, JSON.stringify(value));
      await remembered.write(name, value);
    },
  };
  const leases = memoryLeases(clock);
  const logger = createQuietLogger();
  const minted: { channelId: number; expiresAt: Date; accessToken: string }[] = [];
  let obstacle: ((signal: AbortSignal) => Promise<void>) | null = null;
  let waiting: ((signal: AbortSignal) => Promise<void>) | null = null;
  let holders = 0;

  const anInstance = (given: { leases?: LeaseStore } = {}) =>
    createStorefrontTokens({
      vault: createTokenVault({ state, sealer: key === null ? null : createSealer(key) }),
      leases: given.leases ?? leases,
      clock,
      logger,
      newId: () => `holder ${(holders += 1)}`,
      mint: async ({ channelId, connection }, { expiresAt, signal, onSend }) => {
        await waiting?.(signal);
        onSend();
        minted.push({ channelId, expiresAt, accessToken: connection.accessToken });
        const number = minted.length;
        await obstacle?.(signal);
        signal.throwIfAborted();
        return `token-${number}`;
      },
    });
  const vault = createTokenVault({ state, sealer: createSealer(key ?? 'any') });
  return {
    clock,
    rows,
    /** While it is away, nothing is written. */
    database,
    leases,
    logger,
    minted,
    anInstance,
    vault,
    /** What requests wait for before they are sent. */
    wait: (next: ((signal: AbortSignal) => Promise<void>) | null) => {
      waiting = next;
    },
    meet: (next: ((signal: AbortSignal) => Promise<void>) | null) => {
      obstacle = next;
    },
  };
}
