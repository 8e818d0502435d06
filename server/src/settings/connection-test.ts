import type { ConnectionTest } from '../../../contracts/admin/settings';
import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import { TimeLimitError, withTimeLimit } from '../lib/time-limit';
import { testConnection } from '../upstream/try-connection';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { unprovenApiAddress } from './address-guard';
import { definitions } from './definitions';
import { shownValue } from './setting-kinds';
import { connectionOf, type SettingsService } from './settings-service';
import { InvalidSettingsError, MissingSettingsError } from './settings-errors';

/** Unsaved values that the operator entered; absent ones come from the settings. */
export interface ConnectionCandidate {
  storeHash?: string | undefined;
  accessToken?: string | undefined;
  apiUrl?: string | undefined;
}

/** An administrator waits for it. */
const testLimit = seconds(10);

/**
 * Tries credentials against upstream, for ten seconds at most.
 * @throws InvalidSettingsError when an entered value cannot be a setting at all, and when the stored token would be
 * sent to an address other than the stored one
 */
export function createConnectionTest(options: {
  clock: Clock;
  settings: SettingsService;
  upstream: Pick<UpstreamAccess, 'http'>;
}): (candidate: ConnectionCandidate) => Promise<ConnectionTest> {
  return async (candidate) => {
    const { plain, secrets } = await options.settings.read();
    const typed = { storeHash: checked('storeHash', candidate.storeHash), apiUrl: checked('apiUrl', candidate.apiUrl) };
    const accessToken = candidate.accessToken;
    if (
      typed.apiUrl !== null &&
      typed.apiUrl !== plain.apiUrl &&
      accessToken === undefined &&
      secrets.accessToken.kind === 'set'
    ) {
      throw new InvalidSettingsError([unprovenApiAddress()]);
    }
    try {
      const connection = connectionOf({
        plain: { ...plain, storeHash: typed.storeHash ?? plain.storeHash, apiUrl: typed.apiUrl ?? plain.apiUrl },
        secrets:
          accessToken === undefined
            ? secrets
            : { ...secrets, accessToken: { kind: 'set', value: accessToken, lastFour: null } },
      });
      return await withTimeLimit({ clock: options.clock, limit: testLimit }, (signal) =>
        testConnection(options.upstream.http(connection), { storeHash: connection.storeHash, signal }),
      );
    } catch (error) {
      if (error instanceof TimeLimitError)
        return { kind: 'rejected', reason: 'unreachable', message: notInTime(typed.apiUrl ?? plain.apiUrl) };
      if (!(error instanceof MissingSettingsError)) throw error;
      return { kind: 'rejected', reason: 'incomplete', message: error.message };
    }
  };
}

const notInTime = (apiUrl: string) => `${apiUrl} did not respond within ${testLimit / 1000} seconds.`;

function checked(name: 'storeHash' | 'apiUrl', value: string | undefined): string | null {
  if (value === undefined) return null;
  const { schema, allowed, expects } = definitions[name];
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new InvalidSettingsError([
      { ...expects, name, message: `${name} is ${shownValue(value)}; allowed is ${allowed}.` },
    ]);
  return parsed.data;
}
