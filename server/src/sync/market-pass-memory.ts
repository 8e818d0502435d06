import { z } from 'zod';
import type { StateLocks, StateStore } from '../database/knex-state-store';
import type { PartFailure } from '../markets/market-states';

const version = z.number().int();
const wantedSchema = z.object({
  /** Of all markets; a pass that began before this read version is not enough. */
  all: version,
  /** Of single ones, by key. */
  markets: z.record(z.string(), version),
  /** Markets of which an administrator confirmed what upstream says, likewise. */
  confirmed: z.record(z.string(), version),
  /** The names of parts whose passes were canceled; until somebody wants new ones. */
  canceled: z.array(z.string()),
  /** Raised to end the passes under way on whichever instance. */
  stops: z.number().int(),
});

/** Which passes over markets somebody asked for, and which were canceled. */
export type WantedPasses = z.infer<typeof wantedSchema>;

const failedSchema = z.record(
  z.string(),
  z.object({ at: z.coerce.date(), code: z.string(), message: z.string(), since: version, isHeld: z.boolean() }),
);

/** Why the last pass over a part failed. */
export interface FailedPart extends PartFailure {
  /** The pass that failed was to begin after this read version. */
  since: number;
}

const wantedName = 'markets.wanted';
const failedName = 'markets.failed';
const nothing: WantedPasses = { all: 0, markets: {}, confirmed: {}, canceled: [], stops: 0 };

/** What all instances know of the passes over markets; the rest is in the rows of the parts. */
export function createMarketPassMemory({
  state,
  drawVersion,
}: {
  state: StateStore & StateLocks;
  drawVersion: () => Promise<number>;
}) {
  const change = (with_: (before: WantedPasses) => WantedPasses) =>
    state.change(wantedName, wantedSchema, async (_transaction, before) => with_(before ?? nothing));

  return {
    wanted: async (): Promise<WantedPasses> => (await state.read(wantedName, wantedSchema)) ?? nothing,

    /** New passes over all markets. What was confirmed before counts until it was read once. */
    async wantAll(): Promise<void> {
      const all = await drawVersion();
      await change(({ stops, confirmed }) => ({ ...nothing, all, stops, confirmed }));
    },

    /** New passes over one market. */
    async want(key: string, { confirms }: { confirms: boolean }): Promise<void> {
      const since = await drawVersion();
      await change((before) => ({
        ...before,
        markets: { ...before.markets, [key]: since },
        confirmed: confirms ? { ...before.confirmed, [key]: since } : before.confirmed,
        canceled: [],
      }));
    },

    /** No more passes over these parts, by name. */
    async cancel(names: readonly string[]): Promise<void> {
      await change((before) => ({ ...before, canceled: [...names], stops: before.stops + 1 }));
    },

    /** Ends the passes under way; they go on at their checkpoints later. */
    async interrupt(): Promise<void> {
      await change((before) => ({ ...before, stops: before.stops + 1 }));
    },

    failed: async (): Promise<ReadonlyMap<string, FailedPart>> =>
      new Map(Object.entries((await state.read(failedName, failedSchema)) ?? {})),

    /** Stores why a pass over a part failed; null: it did not. */
    async noteOutcome(name: string, failure: FailedPart | null): Promise<void> {
      const before = (await state.read(failedName, failedSchema)) ?? {};
      if (!failure && !(name in before)) return;
      const others = Object.entries(before).filter(([other]) => other !== name);
      await state.write(failedName, Object.fromEntries(failure ? [...others, [name, failure]] : others));
    },
  };
}

export type MarketPassMemory = ReturnType<typeof createMarketPassMemory>;
