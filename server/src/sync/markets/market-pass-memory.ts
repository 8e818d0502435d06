import { z } from 'zod';
import type { Transaction } from '../../database/database';
import type { StateLocks, StateStore } from '../../database/knex-state-store';
import type { PartFailure } from '../../markets/market-states';
import type { PartTrouble } from '../../markets/part-failure';

const version = z.number().int();
const wantedSchema = z.object({
  /** For all markets: a pass that began before this read version does not suffice. */
  all: version,
  /** Likewise for single markets, by key. */
  markets: z.record(z.string(), version),
  /** Likewise for single parts, by name: something changed that concerns the whole part, or could not be read. */
  parts: z.record(z.string(), version).default({}),
  /** Likewise for markets of which an administrator confirmed what upstream returns. */
  confirmed: z.record(z.string(), version),
  /** The names of parts whose passes were canceled, until new ones are requested. */
  canceled: z.array(z.string()),
  /** Incremented to end the passes under way on any instance. */
  stops: z.number().int(),
});

/** Which passes over markets were requested, and which were canceled. */
export type WantedPasses = z.infer<typeof wantedSchema>;

const failedSchema = z.record(
  z.string(),
  z.object({
    at: z.coerce.date(),
    firstAt: z.coerce.date().optional(),
    code: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
    message: z.string(),
    since: version,
    isHeld: z.boolean(),
    isLasting: z.boolean().default(false),
  }),
);

type StoredFailures = z.infer<typeof failedSchema>;

/** Why the last pass over a part failed. */
export interface FailedPart extends PartFailure {
  /** The pass that failed was to begin after this read version. */
  since: number;
  /** See {@link PartTrouble}. */
  isLasting: boolean;
}

const wantedName = 'markets.wanted';
const failedName = 'markets.failed';
// Another instance may have drawn a later number, and been faster.
const later = (known: number | undefined, since: number): number => Math.max(known ?? since, since);
const laterThan = (all: number, known: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(known).filter(([, since]) => since > all));

const nothing: WantedPasses = { all: 0, markets: {}, parts: {}, confirmed: {}, canceled: [], stops: 0 };

/** 0 if there is none; a market may be called `constructor`. */
export function wantedVersionOf(versions: Readonly<Record<string, number>>, name: string): number {
  return (Object.hasOwn(versions, name) ? versions[name] : undefined) ?? 0;
}

/** State of the passes over markets, shared by all instances; the rest is in the rows of the parts. */
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

    /** Requests new passes over all markets. Earlier confirmations count until they are used once. */
    async wantAll(): Promise<void> {
      const all = await drawVersion();
      await change((before) => ({
        ...nothing,
        all: later(before.all, all),
        markets: laterThan(all, before.markets),
        parts: laterThan(all, before.parts),
        stops: before.stops,
        confirmed: before.confirmed,
      }));
    },

    /** Requests new passes over one market. */
    async want(key: string, { confirms }: { confirms: boolean }): Promise<void> {
      const since = await drawVersion();
      await change((before) => ({
        ...before,
        markets: { ...before.markets, [key]: later(before.markets[key], since) },
        confirmed: confirms ? { ...before.confirmed, [key]: since } : before.confirmed,
        canceled: [],
      }));
    },

    /** Requests new passes over these parts, by name: much of each changed. */
    async wantParts(names: readonly string[]): Promise<void> {
      await wantParts(names, await drawVersion());
    },

    /** The same, within a transaction that begins after this read version was drawn. */
    async wantPartsWithin(transaction: Transaction, names: readonly string[], since: number): Promise<void> {
      await state.changeWithin(transaction, wantedName, {
        schema: wantedSchema,
        work: async (before) => withParts(before ?? nothing, { names, since }),
      });
    },

    /**
     * Cancels the passes over the parts that `choose` names.
     * @returns whether it named any
     */
    async cancel(choose: (wanted: WantedPasses) => readonly string[]): Promise<boolean> {
      let isAny = false;
      await change((before) => {
        const names = choose(before);
        isAny = names.length > 0;
        if (!isAny) return before;
        return { ...before, canceled: [...new Set([...before.canceled, ...names])], stops: before.stops + 1 };
      });
      return isAny;
    },

    /** Ends the passes under way; they continue from their checkpoints later. */
    async interrupt(): Promise<void> {
      await change((before) => ({ ...before, stops: before.stops + 1 }));
    },

    failed: async (): Promise<ReadonlyMap<string, FailedPart>> =>
      new Map(Object.entries((await state.read(failedName, failedSchema)) ?? {})),

    /** Stores why a pass over a part failed; null if it succeeded. */
    async noteOutcome(name: string, failure: FailedPart | null): Promise<void> {
      const known = (await state.read(failedName, failedSchema)) ?? {};
      if (!failure && !(name in known)) return;
      await changeFailures(
        (others, before) =>
          failure ? { ...others, [name]: { ...failure, firstAt: firstOf(before) ?? failure.at } } : others,
        name,
      );
    },

    /**
     * Records that an event concerned a part that cannot be read: it is reread as a whole once it can be. An event does
     * not shorten the wait after the last failure.
     */
    async noteUnread(name: string, trouble: PartTrouble, at: Date): Promise<void> {
      const since = await drawVersion();
      // A part that was known to fail keeps waiting as before.
      await changeFailures(
        (others, before) => ({
          ...others,
          [name]: {
            ...trouble,
            at: before?.at ?? at,
            firstAt: firstOf(before) ?? at,
            since: before?.since ?? since,
          },
        }),
        name,
      );
      await wantParts([name], since);
    },

    /**
     * Records that an event concerned a part that was skipped as unreadable: it is reread as a whole once it can be.
     */
    async noteLeftOut(name: string): Promise<void> {
      await wantParts([name], await drawVersion());
    },
  };

  async function wantParts(names: readonly string[], since: number): Promise<void> {
    await change((before) => withParts(before, { names, since }));
  }

  async function changeFailures(
    with_: (others: StoredFailures, before: FailedPart | undefined) => StoredFailures,
    name: string,
  ): Promise<void> {
    await state.change(failedName, failedSchema, async (_transaction, stored) => {
      const { [name]: before, ...others } = stored ?? {};
      return with_(others, before);
    });
  }
}

/** The passes that are wanted if those over these parts are, too. */
function withParts(before: WantedPasses, { names, since }: { names: readonly string[]; since: number }): WantedPasses {
  const wanted = Object.fromEntries(names.map((name) => [name, later(before.parts[name], since)]));
  return {
    ...before,
    parts: { ...before.parts, ...wanted },
    canceled: before.canceled.filter((name) => !names.includes(name)),
  };
}

function firstOf(before: FailedPart | undefined): Date | undefined {
  return before?.firstAt ?? before?.at;
}

export type MarketPassMemory = ReturnType<typeof createMarketPassMemory>;
