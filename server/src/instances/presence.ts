import { z } from 'zod';
import type { Clock } from '../lib/clock';
import { minutes, type Milliseconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import type { SharedDocuments } from './shared-documents';

/** This instance among all of them, ordered by id: from 0 to below the count. */
export interface Place {
  count: number;
  rank: number;
}

/** How many instances the site has. */
export interface Presence {
  /** As last seen; of one instance before that. */
  place(): Place;
  /** Whether the shared place was away at the last attempt. */
  isAway(): boolean;
  /** Registers this instance, then once a minute. */
  start(): Promise<void>;
  /** Takes it off the list. */
  stop(): Promise<void>;
}

export interface PresenceOptions {
  documents: SharedDocuments;
  instance: string;
  clock: Clock;
  logger: Logger;
}

const documentName = 'instances';
/** When each instance was last seen, in milliseconds by the shared clock. */
const seenAt = z.record(z.string(), z.number());
const interval = minutes(1);
const longestSilence = minutes(3);

export function createPresence({ documents, instance, clock, logger }: PresenceOptions): Presence {
  const stopped = new AbortController();
  let place: Place = { count: 1, rank: 0 };
  let isAway = false;
  let beating: Promise<void> | null = null;

  async function note(): Promise<void> {
    place = await documents.change(documentName, seenAt, (seen, now) => {
      const value = { ...present(seen, { now, silence: longestSilence }), [instance]: now };
      const names = Object.keys(value).sort();
      return { value, result: { count: names.length, rank: names.indexOf(instance) } };
    });
  }

  async function beat(): Promise<void> {
    try {
      await note();
      isAway = false;
    } catch (error) {
      isAway = true;
      logger.warn('the other instances of the site cannot be counted', { error: describeError(error) });
    }
  }

  async function keepBeating(): Promise<void> {
    while (!stopped.signal.aborted) {
      await clock.wait(interval, stopped.signal).catch(() => undefined);
      if (!stopped.signal.aborted) await beat();
    }
  }

  return {
    place: () => place,
    isAway: () => isAway,
    async start() {
      await beat();
      beating ??= keepBeating();
    },
    async stop() {
      stopped.abort();
      if (beating === null) return;
      await beating;
      await documents
        .change(documentName, seenAt, (seen, now) => {
          const others = Object.entries(present(seen, { now, silence: longestSilence }));
          return { value: Object.fromEntries(others.filter(([name]) => name !== instance)), result: null };
        })
        // Then the others count it for some more minutes.
        .catch((error: unknown) => logger.warn('this instance could not sign off', { error: describeError(error) }));
    },
  };
}

const present = (seen: Record<string, number> | null, { now, silence }: { now: number; silence: Milliseconds }) =>
  Object.fromEntries(
    Object.entries(seen ?? {})
      // Written before the clock was set back; a live one is seen again within a minute.
      .map(([name, at]) => [name, Math.min(at, now)] as const)
      .filter(([, at]) => at > now - silence),
  );
