import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/src/database/database';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { tables } from '../../server/src/database/tables';
import { readFixedSettings } from '../../server/src/settings/fixed-settings';
import { createKnexSettingsStore } from '../../server/src/settings/knex-settings-store';
import { createSettingsService } from '../../server/src/settings/settings-service';
import { createMarketPassMemory } from '../../server/src/sync/markets/market-pass-memory';
import { createUpdateOfMarkets } from '../../server/src/sync/markets/restored-markets';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { ManualClock } from '../support/time/clocks';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'de' };
const texts = ['texts 3 de', 'category texts 3 de', 'brand texts 3 de'];

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a market that is restored, on ${kind.name}`, (at) => {
    let own: SharedTables;
    let version = 0;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(() => own.empty([tables.settings, tables.state]));

    function anInstance({
      database = own.database,
      storeLocale = 'en',
    }: { database?: Database; storeLocale?: string } = {}) {
      const memory = createMarketPassMemory({
        state: createKnexStateStore(database),
        drawVersion: async () => (version += 1),
      });
      const settings = createSettingsService({
        store: createKnexSettingsStore(database),
        fixed: readFixedSettings({}, {}),
        sealer: null,
        clock: new ManualClock(),
      });
      const drawVersion = async () => (version += 1);
      const textNeeds = async () => ({ storeLocale });
      const update = createUpdateOfMarkets({ settings, textNeeds, memory, drawVersion });
      const wanted = async () => Object.keys((await memory.wanted()).parts).sort();
      return { memory, settings, wanted, save: (markets: readonly object[]) => update({ markets }) };
    }

    test('has read again what no market needed meanwhile, and nothing else', async () => {
      const { save, memory, wanted } = anInstance();
      await save([abroad]);
      await memory.wantAll();
      await memory.cancel(() => ['prices 3 EUR guests', 'membership 3']);
      await save([
        { ...abroad, currency: 'USD' },
        { ...abroad, key: 'other', channelId: 4 },
      ]);
      await memory.wantAll();
      await memory.cancel(() => ['prices 3 EUR guests', 'membership 3']);
      const since = version;
      await save([{ ...abroad, name: 'Anywhere' }]);
      expect(await wanted()).toEqual(['prices 3 EUR guests']);
      expect(await memory.wanted()).toMatchObject({ canceled: ['membership 3'] });
      expect((await memory.wanted()).parts['prices 3 EUR guests']).toBeGreaterThan(since);
    });

    test('has its texts read again only if it has some', async () => {
      for (const [storeLocale, expected] of [
        ['en', [...texts].sort()],
        ['de', []],
      ] as const) {
        const { save, memory, wanted } = anInstance({ storeLocale });
        await save([{ ...abroad, locale: 'fr' }]);
        await memory.wantAll();
        await save([abroad]);
        expect(await wanted()).toEqual(expected);
      }
    });

    test('is not saved if that could not be noted', async () => {
      const { save, settings } = anInstance();
      await save([abroad]);
      await save([]);
      const memory = { wantPartsWithin: () => Promise.reject(new Error('the disk is full')) };
      const given = { settings, memory, textNeeds: async () => null, drawVersion: async () => (version += 1) };
      await expect(createUpdateOfMarkets(given)({ markets: [abroad] })).rejects.toThrow('the disk is full');
      expect((await settings.read()).plain.markets).toEqual([]);
    });

    test('by one of two administrators who save at the same time is read again', async () => {
      const [one, other] = [anInstance(), anInstance({ database: own.elsewhere })];
      await one.save([abroad]);
      for (let time = 0; time < 10; time += 1) {
        await one.memory.wantAll();
        await Promise.all([one.save([{ ...abroad, currency: 'USD' }]), other.save([abroad])]);
        const [market] = (await one.settings.read()).plain.markets;
        if (market?.currency === 'EUR') expect(await one.wanted()).toContain('prices 3 EUR guests');
        await one.save([abroad]);
      }
    });
  });
}
