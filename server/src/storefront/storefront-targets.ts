import type { Clock } from '../lib/clock';
import { hours, minutes, seconds } from '../lib/durations';
import { followSignals } from '../lib/follow-signals';
import { withTimeLimit } from '../lib/time-limit';
import { connectionOf, type Settings } from '../settings/settings-service';
import { readDefaultChannel } from '../upstream/markets/default-channel';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { accountOf, graphqlUrlOf, otherGraphqlUrlOf, type StorefrontTarget } from './storefront-target';

/** Resolves the store that the settings name. */
export interface StorefrontTargets {
  /**
   * The storefront of this channel; without one, of the channel of the settings.
   * @throws MissingSettingsError, or an error of `upstream-errors.ts` when the default channel cannot be determined
   */
  resolve(settings: Pick<Settings, 'plain' | 'secrets'>, channelId?: number): Promise<StorefrontTarget>;
}

// It almost never changes; moving a storefront to another channel means changing the setting.
const channelKnownFor = hours(1);
// Anyone can make the site ask the store for it, so a failure is cached for a while (behavior 12.5). Another token or
// another channel in the settings is another lookup.
const failureStandsFor = minutes(1);
// A database that is unavailable when a process starts is usually back long before that failure expires.
const databaseAskedEvery = seconds(1);
// A shopper waits, perhaps for a pause of the store's REST API, which is separate, or because other instances have all
// of its budget.
const lookUpLimit = seconds(10);

interface LookUp {
  account: string;
  channelId: Promise<number>;
  /** Null while it is under way. */
  until: number | null;
}

type Connected = Pick<StorefrontTarget, 'account' | 'connection'>;

export function createStorefrontTargets({
  upstream,
  clock,
  storedChannel = async () => null,
}: {
  upstream: Pick<UpstreamAccess, 'http'>;
  clock: Clock;
  /** What the last sync of this store found; null without one. Saves a starting process the request to the store. */
  storedChannel?: (storeHash: string) => Promise<number | null>;
}): StorefrontTargets {
  // Settings rarely change: only one account is cached.
  let latest: LookUp | null = null;
  // A failure of the store, not of the database.
  let failure: { account: string; error: unknown; until: number } | null = null;
  const now = () => clock.monotonic();

  function defaultChannel({ account, connection }: Connected): Promise<number> {
    if (latest?.account === account && (latest.until === null || now() < latest.until)) return latest.channelId;
    const channelId = withTimeLimit({ clock, limit: lookUpLimit }, (signal) =>
      findChannel({ account, connection }, signal),
    );
    const lookUp: LookUp = { account, channelId, until: null };
    latest = lookUp;
    lookUp.channelId.then(
      () => {
        lookUp.until = now() + channelKnownFor;
      },
      (error: unknown) => {
        if (failure === null || error !== failure.error) failure = { account, error, until: now() + failureStandsFor };
        lookUp.until = Math.min(now() + databaseAskedEvery, failure.until);
      },
    );
    return lookUp.channelId;
  }

  async function findChannel({ account, connection }: Connected, signal: AbortSignal): Promise<number> {
    const stored = await storedChannel(connection.storeHash).catch(() => 'unknown' as const);
    if (typeof stored === 'number') return stored;
    if (failure?.account === account && now() < failure.until) throw failure.error;
    const ending = new AbortController();
    return followSignals([signal, ending.signal], async (either) => {
      try {
        const asked = readDefaultChannel(upstream.http(connection), either);
        if (stored === null) return await asked;
        // Without the database the store's budget may not be shared, and asking takes long.
        return (await Promise.race([asked, storedOnceBack(connection.storeHash, either)])) ?? (await asked);
      } finally {
        ending.abort();
      }
    });
  }

  async function storedOnceBack(storeHash: string, signal: AbortSignal): Promise<number | null> {
    for (;;) {
      await clock.wait(databaseAskedEvery, signal);
      const stored = await storedChannel(storeHash).catch(() => 'unknown' as const);
      if (stored !== 'unknown') return stored;
    }
  }

  return {
    async resolve(settings, wanted) {
      const connection = connectionOf(settings);
      const account = accountOf(connection);
      const { channelId: chosen, graphqlUrl: configured } = settings.plain;
      const ownChannelId = chosen ?? (await defaultChannel({ account, connection }));
      const channelId = wanted ?? ownChannelId;
      const urlOf = channelId === ownChannelId ? graphqlUrlOf : otherGraphqlUrlOf;
      return {
        connection,
        account,
        channelId,
        graphqlUrl: urlOf({ configured, storeHash: connection.storeHash, channelId }),
      };
    },
  };
}
