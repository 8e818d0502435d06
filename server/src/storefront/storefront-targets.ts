import type { Clock } from '../lib/clock';
import { hours, minutes, seconds } from '../lib/durations';
import { withTimeLimit } from '../lib/time-limit';
import { connectionOf, type Settings } from '../settings/settings-service';
import { readDefaultChannel } from '../upstream/default-channel';
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
// Anyone can make the site look it up, so a failure is cached for a while (behavior 12.5). Another token or another
// channel in the settings is another lookup.
const failureStandsFor = minutes(1);
// A shopper waits: in a pause of the store's REST API, which is another one, or where other instances have all of its budget.
const lookUpLimit = seconds(10);

interface LookUp {
  account: string;
  channelId: Promise<number>;
  /** Null while it is under way. */
  until: number | null;
}

export function createStorefrontTargets({
  upstream,
  clock,
  storedChannel = async () => null,
}: {
  upstream: UpstreamAccess;
  clock: Clock;
  /** What the last sync of this store found; null without one. So a process that starts need not ask the store. */
  storedChannel?: (storeHash: string) => Promise<number | null>;
}): StorefrontTargets {
  // Settings rarely change: only one account is cached.
  let latest: LookUp | null = null;

  function defaultChannel({ account, connection }: Pick<StorefrontTarget, 'account' | 'connection'>): Promise<number> {
    const now = () => clock.monotonic();
    if (latest?.account === account && (latest.until === null || now() < latest.until)) return latest.channelId;
    const lookUp: LookUp = { account, channelId: findChannel(connection), until: null };
    latest = lookUp;
    lookUp.channelId.then(
      () => {
        lookUp.until = now() + channelKnownFor;
      },
      () => {
        lookUp.until = now() + failureStandsFor;
      },
    );
    return lookUp.channelId;
  }

  async function findChannel(connection: StorefrontTarget['connection']): Promise<number> {
    // Otherwise the store knows it, too.
    const stored = await storedChannel(connection.storeHash).catch(() => null);
    if (stored !== null) return stored;
    return withTimeLimit({ clock, limit: lookUpLimit }, (signal) =>
      readDefaultChannel(upstream.http(connection), signal),
    );
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
