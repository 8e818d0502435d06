import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogChanges, createCatalogChanges } from '../../server/src/catalog/changes/catalog-changes';
import { type ChangedIds, type ChangeLog, changedIdsSchema } from '../../server/src/catalog/changes/change-log';
import { createKnexChangeLog } from '../../server/src/catalog/changes/knex-change-log';
import { createMachineClock } from '../../server/src/database/database-clock';
import { machineLoop, systemClock } from '../../server/src/lib/clock';
import { type LosingServer, startLosingServer } from '../support/databases/losing-server';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/databases/test-databases';

for (const kind of databaseKinds.filter(({ name }) => name !== 'SQLite')) {
  whenAvailable(kind.requirement).describe(`a change whose commit was not confirmed on ${kind.name}`, (at) => {
    let server: LosingServer;
    let own: OwnTables;
    let log: ChangeLog;
    let changes: CatalogChanges;
    let received: ChangedIds[];

    beforeAll(async () => {
      server = await startLosingServer(await kind.create(at));
      own = await openOwnTables(server.database);
      const { database } = own;
      let names = 0;
      log = createKnexChangeLog({
        database,
        newOrigin: () => `origin ${(names += 1)}`,
        content: changedIdsSchema,
        clock: createMachineClock({ database, clock: systemClock }),
        elapsed: machineLoop.now,
      });
      changes = createCatalogChanges({ database, log, logger: createQuietLogger() });
      received = [];
      changes.subscribe((change) => void received.push(change));
    });
    afterAll(() => own.close());

    const update = (id: number) =>
      changes.transaction(async (transaction) => {
        changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [id] });
      });

    test('is found in the log by its own instance, too, which may have kept responses from before', async () => {
      await update(1);
      const start = await log.position();
      server.loseNextCommit();
      await expect(update(2)).rejects.toThrow();
      expect(received).toMatchObject([{ products: [1] }]);
      const { position, changes: found } = await log.since(start);
      expect(found).toMatchObject([{ products: [2] }]);
      await update(3);
      expect((await log.since(position)).changes).toEqual([]);
    });
  });
}
