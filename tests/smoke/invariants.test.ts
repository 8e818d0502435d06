import { describe, expect, test, vi } from 'vitest';
import { brokenInvariants, differencesFromUpstream } from '../support/invariants/invariants';
import { openStorm } from '../support/invariants/storm';
import { eventually } from '../support/time/eventually';
import { openDatabase } from '../support/databases/own-tables';
import { whenAvailable } from '../support/requirements';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';
import { testSeed } from '../support/test-seed';

/* For a longer run, or to repeat a failure: npm run chaos -- --invariants [--minutes 30] [--seed N] */
const { INVARIANTS_SECONDS = '60' } = process.env;
const duration = Number(INVARIANTS_SECONDS) * 1000;

vi.setConfig({ testTimeout: duration + 900_000, hookTimeout: duration + 900_000 });

describe.each(databaseKinds.filter(({ name }) => name !== 'SQLite'))(
  'two processes over one database: $name',
  (kind) => {
    whenAvailable(kind.requirement).describe('after everything at once', (at) => {
      test(`leave consistent rows, and both return what upstream has (seed ${testSeed})`, async () => {
        const test = await kind.create(at);
        const { database, close } = await openDatabase(test);
        const storm = await openStorm({ database: environmentOf(test), seed: testSeed, duration });
        try {
          const counts = await storm.rage();
          const run = await storm.calmDown();

          expect({ status: run.status, error: run.error, failures: run.failures }).toEqual({
            status: 'succeeded',
            error: null,
            failures: [],
          });
          expect(await brokenInvariants(database)).toEqual([]);
          for (const url of storm.processes.urls()) {
            // A process reads the others' changes within half a second.
            await eventually(
              async () => (await differencesFromUpstream(url, storm.simulator())).length === 0,
              10_000,
            ).catch(() => undefined);
            expect(await differencesFromUpstream(url, storm.simulator())).toEqual([]);
          }
          expect(storm.simulator().defects).toEqual([]);
          expect(counts.edits).toBeGreaterThan(0);
        } finally {
          await storm.close();
          await close();
        }
      });
    });
  },
);

function environmentOf({ connection }: TestDatabase): Record<string, string> {
  const { client, connection: account } = Object(connection);
  const { host, port, user, password, database } = Object(account);
  const address = new URL(`${client}://${host}:${port}/${database}`);
  address.username = String(user);
  address.password = String(password ?? '');
  return { DATABASE_CLIENT: String(client), DATABASE_URL: address.href };
}
