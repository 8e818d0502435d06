import { z } from 'zod';
import type { StateLocks, StateStore } from '../database/knex-state-store';
import type { Clock } from '../lib/clock';
import { hours } from '../lib/durations';
import type { KnownSecrets } from '../lib/known-secrets';
import { RegistrationBusyError } from './registration-errors';

const stateName = 'webhooks.headerTokens';
// As long as the previous webhook secret (behavior 4.5): deliveries under way still carry the old token.
const previousAccepted = hours(24);
// Every registration that upstream rejects replaces the token again.
const mostPrevious = 20;

const stateSchema = z.object({
  current: z.string(),
  previous: z.array(z.object({ digest: z.string(), acceptedUntil: z.number() })),
});

/** Which header tokens prove a delivery; digests only. */
export interface HeaderTokenStore {
  /** The digest that hooks should carry; null before the first registration. */
  current(): Promise<string | null>;
  /** Every digest that proves a delivery now, the current one first. */
  accepted(): Promise<string[]>;
  /**
   * Makes this the current digest; the one before stays accepted for 24 hours. Call it before the token is sent to
   * upstream.
   * @param before the current digest when the webhooks were read
   * @throws RegistrationBusyError if it has been replaced since: another registration has sent its token to upstream
   */
  replace(digest: string, before: string | null): Promise<void>;
}

interface HeaderTokenStoreOptions {
  state: StateStore & Pick<StateLocks, 'change'>;
  clock: Clock;
  /** Called with every digest that is read or written. */
  knownSecrets?: Pick<KnownSecrets, 'rememberDigest'>;
}

export function createHeaderTokenStore({ state, clock, knownSecrets }: HeaderTokenStoreOptions): HeaderTokenStore {
  async function read() {
    const tokens = await state.read(stateName, stateSchema);
    for (const digest of tokens ? [tokens.current, ...tokens.previous.map((previous) => previous.digest)] : [])
      knownSecrets?.rememberDigest(digest);
    return tokens;
  }
  const stillAccepted = ({ acceptedUntil }: { acceptedUntil: number }) => acceptedUntil > clock.now().getTime();

  return {
    current: async () => (await read())?.current ?? null,

    async accepted() {
      const tokens = await read();
      if (!tokens) return [];
      return [tokens.current, ...tokens.previous.filter(stillAccepted).map(({ digest }) => digest)];
    },

    async replace(digest, before) {
      knownSecrets?.rememberDigest(digest);
      await state.change(stateName, stateSchema, async (_, tokens) => {
        // This registration has lost its lease.
        if ((tokens?.current ?? null) !== before) throw new RegistrationBusyError();
        const retired = tokens
          ? [{ digest: tokens.current, acceptedUntil: clock.now().getTime() + previousAccepted }]
          : [];
        const previous = [...retired, ...(tokens?.previous ?? []).filter(stillAccepted)].slice(0, mostPrevious);
        return { current: digest, previous };
      });
    },
  };
}
