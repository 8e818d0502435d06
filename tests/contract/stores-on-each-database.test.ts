import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Knex } from 'knex';
import { z } from 'zod';
import { createDatabaseClock, createMachineClock } from '../../server/src/database/database-clock';
import { createKnexLeaseStore } from '../../server/src/database/knex-lease-store';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { createKnexSettingsStore } from '../../server/src/settings/knex-settings-store';
import type { StoredChange } from '../../server/src/settings/settings-store';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { createKnexTallyStore } from '../../server/src/webhooks/knex-tally-store';
import type { Transaction } from '../../server/src/database/database';
import { tables } from '../../server/src/database/tables';
import { hours, milliseconds, minutes, seconds } from '../../server/src/lib/durations';
import { ManualClock } from '../support/time/clocks';
import { whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/databases/test-databases';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';

const oddText = 'Größe “XL” — 100 % ☕️ 漢字 \\ \' " ? $1 :name \n';
const many = Array.from({ length: 12 }, (_, place) => place);

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`on ${kind.name}`, (at) => {
    let own: SharedTables;
    let database: Knex;
    let elsewhere: Knex;

    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
      ({ database, elsewhere } = own);
    });
    beforeEach(() =>
      own.empty([tables.settings, tables.state, tables.leases, tables.readVersions, tables.deliveryTallies]),
    );
    afterAll(() => own.close());

    test('exactly one of many simultaneous requests for a lease, on two instances, gets it, until it expires', async () => {
      const clock = new ManualClock();
      const stores = [database, elsewhere].map((connection) =>
        createKnexLeaseStore({ database: connection, clock: createMachineClock({ database: connection, clock }) }),
      );
      const ask = (holder: string, place = 0) =>
        stores[place % 2]?.acquire({ name: 'sync', holder, duration: seconds(20) });
      const asked = await Promise.all(many.map((place) => ask(`instance-${place}`, place)));
      const holder = `instance-${asked.indexOf(true)}`;
      expect(asked.filter(Boolean)).toHaveLength(1);

      await clock.advance(seconds(19));
      expect(await stores[0]?.renew({ name: 'sync', holder, duration: seconds(20) })).toBe(true);
      await clock.advance(seconds(19));
      expect(await ask('late')).toBe(false);
      await clock.advance(seconds(2));
      expect([await ask('late'), await stores[1]?.renew({ name: 'sync', holder, duration: seconds(20) })]).toEqual([
        true,
        false,
      ]);
      await stores[0]?.seize({ name: 'sync', holder: 'third', duration: seconds(20) });
      await stores[0]?.release({ name: 'sync', holder: 'late' });
      expect([await ask('late'), await ask('third')]).toEqual([false, true]);
    });

    test('an expired lease stays with its holder until another one takes it', async () => {
      const clock = new ManualClock();
      const leases = createKnexLeaseStore({ database, clock: createMachineClock({ database, clock }) });
      const lease = { name: 'sync', holder: 'paused', duration: seconds(20) };
      await leases.acquire(lease);
      await clock.advance(seconds(60));
      expect(await leases.renew(lease)).toBe(true);
      expect(await leases.acquire({ ...lease, holder: 'other' })).toBe(false);
      await leases.release(lease);
      expect(await leases.renew(lease)).toBe(false);
    });

    test('a lease is free, held, or abandoned when it expired without being released', async () => {
      const clock = new ManualClock();
      const leases = createKnexLeaseStore({ database, clock: createMachineClock({ database, clock }) });
      const lease = { name: 'events', holder: 'one', duration: seconds(20) };
      expect(await leases.stateOf(lease)).toEqual({ kind: 'free' });
      await leases.acquire(lease);
      await clock.advance(seconds(19));
      expect(await leases.stateOf(lease)).toEqual({ kind: 'held', endsIn: seconds(1) });
      await clock.advance(seconds(1));
      expect(await leases.stateOf(lease)).toEqual({ kind: 'abandoned' });
      await leases.acquire({ ...lease, holder: 'two' });
      expect(await leases.stateOf(lease)).toEqual({ kind: 'held', endsIn: seconds(20) });
      await clock.advance(hours(-1));
      expect(await leases.stateOf(lease)).toEqual({ kind: 'abandoned' });
      await leases.release({ ...lease, holder: 'two' });
      expect(await leases.stateOf(lease)).toEqual({ kind: 'free' });
    });

    test('a lease written before the clock was set back expires like any other, unless its holder is alive', async () => {
      const clock = new ManualClock();
      const leases = createKnexLeaseStore({ database, clock: createMachineClock({ database, clock }) });
      const lease = { name: 'sync', holder: 'one', duration: seconds(20) };
      await leases.acquire(lease);
      await clock.advance(hours(-1));
      expect(await leases.acquire({ ...lease, holder: 'two' })).toBe(false);
      expect(await leases.renew(lease)).toBe(true);
      await clock.advance(seconds(19));
      expect(await leases.acquire({ ...lease, holder: 'two' })).toBe(false);
      await clock.advance(hours(-1));
      expect(await leases.acquire({ ...lease, holder: 'two' })).toBe(false);
      await clock.advance(seconds(20));
      expect(await leases.acquire({ ...lease, holder: 'two' })).toBe(true);
    });

    test('an instance with a wrong clock neither takes the lease of a live holder nor keeps its own for longer', async () => {
      const leasesOf = (machine: ManualClock) =>
        createKnexLeaseStore({ database, clock: createDatabaseClock({ database, clock: machine }) });
      const [slow, fast] = [new ManualClock(), new ManualClock()];
      await fast.advance(hours(1));
      // SQLite only has one machine, and thus one clock.
      const [one, other] = kind.name === 'SQLite' ? [leasesOf(slow), leasesOf(slow)] : [leasesOf(slow), leasesOf(fast)];
      const lease = { name: 'sync', holder: 'one', duration: seconds(20) };
      expect([
        await one.acquire(lease),
        await other.acquire({ ...lease, holder: 'two' }),
        await one.renew(lease),
      ]).toEqual([true, false, true]);
      await one.release(lease);
      expect([await other.acquire({ ...lease, holder: 'two' }), await one.acquire(lease)]).toEqual([true, false]);
      const [row] = await database(tables.leases).where({ name: 'sync' }).select('expires_at');
      const now = kind.name === 'SQLite' ? slow.now() : new Date();
      expect(Number(row.expires_at) - now.getTime()).toBeLessThan(minutes(1));
    });

    test('settings are read as they were written, and can be deleted', async () => {
      const settings = createKnexSettingsStore(database);
      const long = oddText.repeat(3000);
      await settings.change(
        () =>
          new Map([
            ['plain', { value: long, isSealed: false }],
            ['secret', { value: 'v1.sealed', isSealed: true }],
          ]),
        new Date(),
      );
      await settings.change(
        () =>
          new Map([
            ['plain', { value: oddText, isSealed: false }],
            ['secret', null],
            ['long', { value: long, isSealed: true }],
          ]),
        new Date(),
      );
      expect(await settings.readAll()).toEqual(
        new Map([
          ['plain', { value: oddText, isSealed: false }],
          ['long', { value: long, isSealed: true }],
        ]),
      );
    });

    test('what is written alongside a change of settings is written only with it, and knows what was and what will be', async () => {
      const settings = createKnexSettingsStore(database);
      const to = (value: string | null) => () =>
        new Map([['changed', value === null ? null : { value, isSealed: false }]]);
      await settings.change(to('first'), new Date());
      const noted = async () => (await database(tables.state).where({ name: 'noted' }).first('value'))?.value;
      const note = async (transaction: Transaction, { before, after }: StoredChange) => {
        const value = JSON.stringify([before.get('changed')?.value, after.get('changed')?.value ?? null]);
        await transaction(tables.state).insert({ name: 'noted', value }).onConflict('name').merge();
      };
      await settings.change(to('second'), new Date(), note);
      expect(await noted()).toBe('["first","second"]');
      const refused = settings.change(to('third'), new Date(), async (transaction, change) => {
        await note(transaction, change);
        throw new Error('the disk is full');
      });
      await expect(refused).rejects.toThrow('the disk is full');
      expect([await noted(), (await settings.readAll()).get('changed')?.value]).toEqual([
        '["first","second"]',
        'second',
      ]);
      await settings.change(to(null), new Date(), note);
      expect(await noted()).toBe('["second",null]');
    });

    test('state values are read as they were written', async () => {
      const state = createKnexStateStore(database);
      await state.write('fact', { text: 'first' });
      await state.write('fact', { text: oddText });
      expect(await state.read('fact', z.object({ text: z.string() }))).toEqual({ text: oddText });
      expect([await state.read('fact', z.array(z.string())), await state.read('other', z.unknown())]).toEqual([
        null,
        null,
      ]);
    });

    test('instances that count the same things at the same time lose no count', async () => {
      const clock = new ManualClock();
      const stores = [database, elsewhere].map((connection) =>
        createKnexTallyStore({ database: connection, clock: createMachineClock({ database: connection, clock }) }),
      );
      await Promise.all(
        many.map((place) =>
          stores[place % 2]?.add(
            ['b', 'a'].map((name) => ({ name, count: 2, detail: place === 0 ? null : oddText, age: milliseconds(0) })),
          ),
        ),
      );
      expect((await stores[0]?.read())?.map(({ name, count }) => [name, count])).toEqual([
        ['a', 24],
        ['b', 24],
      ]);
    });

    test('outcomes of deliveries are counted whatever a sender wrote in their scopes', async () => {
      const tallies = createKnexTallyStore({
        database,
        clock: createMachineClock({ database, clock: new ManualClock() }),
      });
      await tallies.add(
        ['accepted', 'unhandled:a/\0b', 'unhandled:a/b', 'unhandled:\ud800', `unhandled:${oddText}`].map((name) => ({
          name,
          count: 2,
          detail: `${name} \0`,
          age: milliseconds(0),
        })),
      );
      const counts = Object.fromEntries((await tallies.read()).map(({ name, count }) => [name, count]));
      expect(counts).toEqual({
        accepted: 2,
        'unhandled:a/b': 4,
        'unhandled:\ufffd': 2,
        [`unhandled:${oddText}`]: 2,
      });
    });

    test('no read version is drawn twice, by any instance, and the higher of two wins', async () => {
      const [here, there] = [createReadVersions(database), createReadVersions(elsewhere)];
      const drawn = await Promise.all(many.map((place) => (place % 2 === 0 ? here : there).draw()));
      expect(new Set(drawn).size).toBe(many.length);

      const claim = (connection: Knex, readVersion: number, ids: number[]) =>
        connection.transaction((transaction) =>
          createReadVersions(connection).claim(transaction, {
            entity: 'product',
            responses: [{ ids, readVersion }],
            seen: { at: new Date(), by: { kind: 'event' } },
          }),
        );
      expect((await claim(database, 9, [1, 2, 3])).readVersions).toEqual(
        new Map([
          [1, 9],
          [2, 9],
          [3, 9],
        ]),
      );
      await elsewhere.transaction((transaction) =>
        there.markRemoved(transaction, { entity: 'product', ids: [2], removedAt: new Date(5) }),
      );
      expect(await claim(elsewhere, 8, [3, 2, 4])).toEqual({ readVersions: new Map([[4, 8]]), removed: [] });
      expect(await claim(elsewhere, 10, [2])).toEqual({ readVersions: new Map([[2, 10]]), removed: [2] });
    });
  });
}
