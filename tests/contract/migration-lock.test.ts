import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { Knex } from 'knex';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { underMigrationLock } from '../../server/src/database/migration-lock';
import { migrate } from '../../server/src/database/migrator';
import { type Clock, systemClock } from '../../server/src/lib/clock';
import { openDatabase, type OwnTables } from '../support/databases/own-tables';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { compiledProgram } from '../support/sites/compiled-programs';
import { tableDefinitions } from '../support/databases/table-definitions';
import { databaseKinds } from '../support/databases/test-databases';

const lockTable = 'commerce_bridge_migrations_lock';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`booting on ${kind.name}`, (at) => {
    let own: OwnTables;
    let clock: PatientClock;
    const boot = (database: Knex) => migrate({ database, clock, logger: createQuietLogger() });

    beforeEach(async () => {
      own = await openDatabase(await kind.create(at));
      clock = patient();
    });
    afterEach(() => own.close());

    test('does not wait for the lock row that a killed process left', async () => {
      await boot(own.database);
      await own.database(lockTable).update({ is_locked: 1 });

      await boot(own.database);

      expect(clock.waited).toEqual([]);
      expect(await own.database(lockTable).select('is_locked')).toEqual([{ is_locked: 0 }]);
    });

    test('does not need a second connection of the pool', async () => {
      const narrow = own.connect({ min: 0, max: 1, acquireTimeoutMillis: 2000 });
      await boot(narrow);
      await narrow.destroy();
      expect(Object.keys(await tableDefinitions(own.database))).toContain('commerce_bridge_runs');
    });

    if (kind.name === 'SQLite') return;

    test('waits while another instance migrates, and no longer', async () => {
      const other = own.connect();
      const migration = pausing();
      const migrating = underMigrationLock(
        { database: other, clock: systemClock, logger: createQuietLogger() },
        migration.work,
      );
      await migration.begun;
      clock.onWait = migration.end;

      await boot(own.database);

      await migrating;
      await other.destroy();
      expect(clock.waited.length).toBeGreaterThan(0);
    });

    test('takes over from a process that was killed in the middle of a migration', async () => {
      await boot(own.database);
      const { client, connection } = own.database.client.config;
      const program = await compiledProgram('tests/support/databases/migrating-process.ts');
      const killed = spawn(process.execPath, [program, JSON.stringify({ client, connection })], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(killed.stdout, 'data');
      const gone = once(killed, 'close');
      // Killed only once the other process waits: a lock that is not respected would let that process through as well.
      clock.onWait = () => void killed.kill('SIGKILL');

      await boot(own.database);

      await gone;
      expect(clock.waited.length).toBeGreaterThan(0);
      expect(await own.database(lockTable).select('is_locked')).toEqual([{ is_locked: 0 }]);
    });
  });
}

interface PatientClock extends Clock {
  waited: number[];
  onWait: () => void;
}

/** Waits in real time, and records for how long; waits that a signal can end do not count. */
function patient(): PatientClock {
  const waited: number[] = [];
  return {
    ...systemClock,
    waited,
    onWait: () => undefined,
    wait(duration, signal) {
      if (!signal) {
        waited.push(duration);
        this.onWait();
      }
      return systemClock.wait(duration, signal);
    },
  };
}

function pausing() {
  const events = new EventEmitter();
  const begun = once(events, 'begun');
  const ended = once(events, 'ended');
  return {
    begun,
    end: () => void events.emit('ended'),
    work: async () => {
      events.emit('begun');
      await ended;
    },
  };
}
