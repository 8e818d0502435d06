import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { createRegistrationMemory } from '../../server/src/webhooks/registration-memory';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';

const at = new Date('2026-03-01T12:00:00Z');

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`what is known of our webhooks, on ${kind.name}`, (given) => {
    let own: SharedTables;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(given));
    });
    afterAll(() => own.close());

    test('is all there when one instance registers webhooks while another one revives some', async () => {
      const memories = [own.database, own.elsewhere].map((database) =>
        createRegistrationMemory(createKnexStateStore(database)),
      );
      const ids = Array.from({ length: 20 }, (_, place) => place + 1);
      await Promise.all(
        ids.map((id) =>
          memories[id % 2]?.change('store', (record) => new Map(record).set(id, { action: 'revived', at }), ['scope']),
        ),
      );
      expect([...((await memories[0]?.read('store')) ?? [])].sort(([a], [b]) => a - b)).toEqual(
        ids.map((id) => [id, { action: 'revived', at }]),
      );
      await memories[1]?.change('store', (record) => record);
      expect(await memories[0]?.refusedScopes('store')).toEqual(new Set(['scope']));
      expect(await memories[0]?.read('another store')).toEqual(new Map());
    });
  });
}
