import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabaseClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { milliseconds, minutes, seconds } from '../../server/src/lib/durations';
import { ManualClock } from '../support/time/clocks';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/databases/test-databases';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`the clock of ${kind.name}`, (at) => {
    let own: OwnTables;
    beforeAll(async () => {
      own = await openOwnTables(await kind.create(at));
    });
    afterAll(() => own.close());

    const clockWith = (now: Date) => createDatabaseClock({ database: own.database, clock: { now: () => now } });

    test('returns the time in milliseconds, even inside a transaction', async () => {
      const before = Date.now();
      const clock = clockWith(new Date());
      const read = [await clock.read(), await own.database.transaction((transaction) => clock.read(transaction))];
      // The database servers of the tests are on this machine.
      for (const time of read) expect(Math.abs(time.getTime() - before)).toBeLessThan(minutes(1));
    });

    test('is what timestamps are written and compared by', async () => {
      const clock = clockWith(new Date());
      const lease = (name: string, later: number) => ({
        name,
        holder: 'one',
        expires_at: clock.now(milliseconds(later)),
      });
      await own.database(tables.leases).insert([lease('past', -60_000), lease('now', 0), lease('future', 60_000)]);
      const past = own.database(tables.leases).where('expires_at', '<=', clock.now()).orderBy('name').pluck('name');
      expect(await past).toEqual(['now', 'past']);
      await own
        .database(tables.leases)
        .where({ name: 'past' })
        .update({ expires_at: clock.now(seconds(60)) });
      expect(
        await own
          .database(tables.leases)
          .where('expires_at', '>', clock.now(seconds(30)))
          .orderBy('name')
          .pluck('name'),
      ).toEqual(['future', 'past']);
    });

    test(kind.name === 'SQLite' ? 'is the machine’s' : 'is not the machine’s', async () => {
      const machine = new ManualClock();
      const read = await createDatabaseClock({ database: own.database, clock: machine }).read();
      expect(read.getTime() === machine.now().getTime()).toBe(kind.name === 'SQLite');
    });
  });
}
