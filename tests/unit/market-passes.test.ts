import { describe, expect, test } from 'vitest';
import { marketSetting } from '../../contracts/admin/markets';
import { seconds } from '../../server/src/lib/durations';
import type { LeaseState } from '../../server/src/lib/lease';
import {
  EmptyChannelError,
  EmptyTreeError,
  HeldPassError,
  MassCategoryRemovalError,
  MassUnassignmentError,
} from '../../server/src/markets/market-errors';
import type { PartState } from '../../server/src/markets/knex-part-states';
import { MissingSettingsError } from '../../server/src/settings/settings-errors';
import { takeFromPasses } from '../../server/src/sync/markets/market-pass-lease';
import { createMarketPassMemory } from '../../server/src/sync/markets/market-pass-memory';
import { createMarketPasses, type MarketPassesOptions } from '../../server/src/sync/markets/market-passes';
import { memoryLeases } from '../support/instances/memory-stores';
import { createQuietLogger } from '../support/quiet-logger';
import { ManualClock } from '../support/time/clocks';

const abroad = marketSetting.parse({ key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' });

const aStore = { request: () => Promise.reject(new Error('nothing is requested')) };

/** Passes that check every five seconds whether parts are due, and find some. */
function passesThat({
  states = [],
  lease = { kind: 'free' },
  cancel,
  ...given
}: Pick<MarketPassesOptions, 'openStore'> &
  Partial<Pick<MarketPassesOptions, 'cleanUp' | 'exclusively'>> & {
    states?: PartState[];
    /** The state of the lease of whoever makes passes. */
    lease?: LeaseState;
    cancel?: MarketPassesOptions['memory']['cancel'];
  }) {
  const clock = new ManualClock();
  const logger = createQuietLogger();
  let taken = 0;
  const memory = createMarketPassMemory({
    drawVersion: async () => 1,
    state: {
      read: async () => null,
      write: async () => undefined,
      isAnySet: async () => false,
      hold: () => Promise.reject(new Error('nothing is held')),
      change: () => Promise.reject(new Error('nothing is changed')),
      changeWithin: () => Promise.reject(new Error('nothing is changed')),
    },
  });
  const passes = createMarketPasses({
    cleanUp: async () => undefined,
    learnCurrencies: async () => undefined,
    siteMarkets: { further: () => [abroad] },
    markets: {
      partStates: {
        list: async () => states,
        countMembers: async () => new Map(),
        countPrices: async () => new Map(),
        withMembers: async () => new Set(),
        servedLocales: async () => new Map(),
      },
      textNeeds: async () => null,
      passPart: () => Promise.reject(new Error('nothing is passed over')),
    },
    memory: cancel ? { ...memory, cancel } : memory,
    leases: { ...memoryLeases(clock), stateOf: async () => lease },
    newId: () => 'a holder',
    exclusively: async (work) => {
      taken += 1;
      return { kind: 'done', result: await work(new AbortController().signal) };
    },
    clock,
    logger,
    ...given,
  });
  return { passes, clock, logger, taken: () => taken };
}

describe('the passes over further markets', () => {
  test('without a connection, they neither take the lease nor log anything', async () => {
    const { passes, clock, logger, taken } = passesThat({
      openStore: () => Promise.reject(new MissingSettingsError(['storeHash'])),
    });
    void passes.watch();
    await clock.advance(seconds(60));
    await passes.stop();
    expect([taken(), logger.lines]).toEqual([0, []]);
  });

  test('note first what no market needs: passes may take longer than until a market needs it again', async () => {
    const done: string[] = [];
    const { passes, clock } = passesThat({
      openStore: async () => aStore,
      cleanUp: async () => void done.push('noted'),
      exclusively: async () => {
        done.push('passes');
        return { kind: 'busy' };
      },
    });
    void passes.watch();
    await clock.advance(seconds(0));
    await passes.stop();
    expect(done).toEqual(['noted', 'passes']);
  });

  test('are made though what no market needs cannot be deleted', async () => {
    let made = 0;
    const { passes, clock, logger } = passesThat({
      openStore: async () => aStore,
      cleanUp: () => Promise.reject(new Error('a row is locked')),
      exclusively: async () => {
        made += 1;
        return { kind: 'busy' };
      },
    });
    void passes.watch();
    await clock.advance(seconds(12));
    await passes.stop();
    expect([made, logger.lines.map(({ fields }) => fields.error)]).toEqual([3, ['a row is locked']]);
  });

  test('are canceled only while an instance makes some, and then with those that wait', async () => {
    const names = ['membership 3', 'categories 3'];
    const cancelWith = async (lease: LeaseState) => {
      let canceled: readonly string[] = [];
      const { passes } = passesThat({
        openStore: async () => null,
        states: names.map((name, id) => ({
          id,
          name,
          // An interrupted pass looks the same.
          isUnderWay: id === 1,
          completeSince: id === 0 ? 1 : null,
          begunSince: 1,
          completedAt: null,
          counts: null,
        })),
        lease,
        cancel: async (choose) => {
          canceled = choose({ all: 0, markets: {}, parts: {}, confirmed: {}, canceled: [], stops: 0 });
          return canceled.length > 0;
        },
      });
      return { isAny: await passes.cancel(), canceled };
    };
    const nothing = { isAny: false, canceled: [] };
    expect(await cancelWith({ kind: 'free' })).toEqual(nothing);
    expect(await cancelWith({ kind: 'abandoned' })).toEqual(nothing);
    const some = { isAny: true, canceled: ['categories 3', 'prices 3 EUR guests'] };
    expect(await cancelWith({ kind: 'held', endsIn: seconds(9) })).toEqual(some);
  });

  test('are not idle while an instance makes some, though nothing is due: it may still store how the last one ended', async () => {
    const isIdleWith = (lease: LeaseState) => {
      const names = ['membership 3', 'categories 3', 'prices 3 EUR guests'];
      const read = { isUnderWay: false, completeSince: 9, begunSince: 9, completedAt: null, counts: null };
      const states = names.map((name, id) => ({ id, name, ...read }));
      return passesThat({ openStore: async () => null, states, lease }).passes.isIdle();
    };
    expect(await isIdleWith({ kind: 'held', endsIn: seconds(9) })).toBe(false);
    expect(await isIdleWith({ kind: 'free' })).toBe(true);
  });

  test('what keeps them from the store is logged once until it changes', async () => {
    let problem = 'one';
    const { passes, clock, logger } = passesThat({ openStore: () => Promise.reject(new Error(problem)) });
    void passes.watch();
    await clock.advance(seconds(60));
    problem = 'another';
    await clock.advance(seconds(60));
    await passes.stop();
    expect(logger.lines.map(({ fields }) => fields.error)).toEqual(['one', 'another']);
  });
});

test('what would remove much or all of a channel is held', () => {
  const some = { channelId: 3, missing: 4, cached: 5 };
  expect(new EmptyChannelError(some)).toBeInstanceOf(HeldPassError);
  expect(new MassUnassignmentError(some)).toBeInstanceOf(HeldPassError);
  expect(new EmptyTreeError(some)).toBeInstanceOf(HeldPassError);
  expect(new MassCategoryRemovalError(some)).toBeInstanceOf(HeldPassError);
});

describe('the lease of runs', () => {
  const noRun = { findRunning: async () => null };

  test('is asked of passes again when others took it meanwhile', async () => {
    const clock = new ManualClock();
    let interrupts = 0;
    const taking = takeFromPasses({
      take: async () => (interrupts > 1 ? 'ours' : null),
      interruptPasses: async () => (interrupts += 1) > 0,
      runs: noRun,
      clock,
    });
    await clock.advance(seconds(2));
    expect(await taking).toBe('ours');
  });

  test('is not waited for on a site without further markets', async () => {
    const clock = new ManualClock();
    const options = { take: async () => null, interruptPasses: async () => false, runs: noRun, clock };
    expect(await takeFromPasses(options)).toBeNull();
    expect(clock.waiting).toBe(0);
  });
});
