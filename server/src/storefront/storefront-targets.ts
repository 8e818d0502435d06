import type { Clock } from '../lib/clock';
import { hours } from '../lib/durations';
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

export function createStorefrontTargets({ upstream, clock }: { upstream: UpstreamAccess; clock: Clock }): StorefrontTargets {
  const defaults = new Map<string, { channelId: Promise<number>; until: number }>();

  function defaultChannel({ account, connection }: Pick<StorefrontTarget, 'account' | 'connection'>): Promise<number> {
    const now = clock.now().getTime();
    const known = defaults.get(account);
    if (known && now < known.until) return known.channelId;
    const entry = { channelId: readDefaultChannel(upstream.http(connection)), until: now + channelKnownFor };
    // Settings change seldom: no more than one account is remembered.
    defaults.clear();
    defaults.set(account, entry);
    entry.channelId.catch(() => {
      if (defaults.get(account) === entry) defaults.delete(account);
    });
    return entry.channelId;
  }

  return {
    async resolve(settings) {
      const connection = connectionOf(settings);
      const account = accountOf(connection);
      const { channelId: chosen, graphqlUrl: configured } = settings.plain;
      const channelId = chosen ?? (await defaultChannel({ account, connection }));
      return { connection, account, channelId, graphqlUrl: graphqlUrlOf({ configured, storeHash: connection.storeHash, channelId }) };
    },
  };
}
