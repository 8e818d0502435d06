import type { SharedLimits } from '../../../server/src/instances/create-instances';
import type { SharedDocuments } from '../../../server/src/instances/shared-documents';
import { milliseconds, seconds } from '../../../server/src/lib/durations';
import { networksOf } from '../../../server/src/storefront/client-address';
import type { RequestGrant } from '../../../server/src/storefront/request-limits';
import { createSharedRequestLimits } from '../../../server/src/storefront/shared-request-limits';
import type { ManualClock } from '../time/clocks';
import { createQuietLogger } from '../quiet-logger';
import { equalUnits } from './equal-units';

/** Limiters of several instances that share the requests of one store, and when the store saw them. */
export function limitedInstances({
  clock,
  documents,
  count,
  clientLimit = 16,
  membership,
}: {
  clock: ManualClock;
  documents: readonly SharedDocuments[];
  count: number;
  clientLimit?: number;
  /** What each instance knows of the others; default: a constant membership. */
  membership?: (rank: number) => Pick<SharedLimits, 'join' | 'place' | 'members' | 'part'>;
}) {
  const seen: number[] = [];
  const seenOf = new Map<string, number[]>();
  const units = equalUnits(count);
  const silent = new Set<string>();
  const reserved = new Set<number>();
  const logger = createQuietLogger();
  const limiters = Array.from({ length: count }, (_, rank) => {
    const shared = documents[rank % documents.length];
    if (!shared) throw new Error('no documents');
    const limits = {
      documents: shared,
      instance: `instance ${rank}`,
      join: async () => undefined,
      place: () => ({ count, rank }),
      members: () => ({ units, cutOff: [...silent], ended: [], isRecent: true, isAlone: false }),
      part: () => ({
        units: units[`instance ${rank}`] ?? [],
        owned: units[`instance ${rank}`] ?? [],
        isReserved: reserved.has(rank),
      }),
      ...membership?.(rank),
    };
    return createSharedRequestLimits({ limits, clock, logger });
  });

  async function complete(grant: RequestGrant, client: string, journey: number): Promise<void> {
    grant.sent();
    await clock.wait(milliseconds(journey));
    seen.push(clock.monotonic());
    seenOf.set(client, [...(seenOf.get(client) ?? []), clock.monotonic()]);
    grant.responded();
  }

  return {
    logger,
    seen,
    /** Behaves as if the others had not seen this instance for a long time. */
    fallSilent: (rank: number) => void silent.add(`instance ${rank}`),
    /** Behaves as if the instance were sure that the others leave it its part. */
    relyOnPart: (rank: number) => void reserved.add(rank),
    pause: (rank: number, duration: number) => limiters[rank]?.pause('store', milliseconds(duration)),
    /** Sends one request; if it is admitted, the store receives it after the journey. */
    async ask(rank: number, { client = 'someone', journey = 20 } = {}): Promise<boolean> {
      const verdict = await limiters[rank]?.take({ store: 'store', client: networksOf(client), clientLimit });
      if (verdict?.kind !== 'granted') return false;
      void complete(verdict, client, journey);
      return true;
    },
    /** The maximum number of requests that the store received within any second. */
    mostInASecond: () => mostWithin(seconds(1), seen),
    /** The maximum number that it received from one client within any second. */
    mostOfOneClient: () => Math.max(0, ...Array.from(seenOf.values(), (times) => mostWithin(seconds(1), times))),
    stop: () => limiters.forEach((limiter) => limiter.stop()),
  };
}

function mostWithin(duration: number, times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.max(0, ...sorted.map((at, index) => sorted.slice(index).filter((other) => other - at < duration).length));
}
