import type { Clock } from '../lib/clock';
import { hours, minutes } from '../lib/durations';
import { connectionOf, type Settings } from '../settings/settings-service';
import { readDefaultChannel } from '../upstream/default-channel';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { accountOf, graphqlUrlOf, type StorefrontTarget } from './storefront-target';

/** Finds the store that the settings mean. */
export interface StorefrontTargets {
  /** @throws MissingSettingsError, or an error of `upstream-errors.ts` when the default channel cannot be learnt */
  resolve(settings: Pick<Settings, 'plain' | 'secrets'>): Promise<StorefrontTarget>;
}

// It changes next to never; whoever moves a storefront to another channel sets it in the settings.
const channelKnownFor = hours(1);
// Anybody can make the site look it up, so a failure stands for a while (behavior 12.5). Another token or a channel in the
// settings is another look-up.
const failureStandsFor = minutes(1);

interface LookUp {
  account: string;
  channelId: Promise<number>;
  /** Null while it is under way. */
  until: number | null;
}

export function createStorefrontTargets({
  upstream,
  clock,
}: {
  upstream: UpstreamAccess;
  clock: Clock;
}): StorefrontTargets {
  // Settings change seldom: no more than one account is remembered.
  let latest: LookUp | null = null;

  function defaultChannel({ account, connection }: Pick<StorefrontTarget, 'account' | 'connection'>): Promise<number> {
    const now = () => clock.monotonic();
    if (latest?.account === account && (latest.until === null || now() < latest.until)) return latest.channelId;
    const lookUp: LookUp = { account, channelId: readDefaultChannel(upstream.http(connection)), until: null };
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

  return {
    async resolve(settings) {
      const connection = connectionOf(settings);
      const account = accountOf(connection);
      const { channelId: chosen, graphqlUrl: configured } = settings.plain;
      const channelId = chosen ?? (await defaultChannel({ account, connection }));
      return {
        connection,
        account,
        channelId,
        graphqlUrl: graphqlUrlOf({ configured, storeHash: connection.storeHash, channelId }),
      };
    },
  };
}
