import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { healthRecord } from '../../contracts/admin/health';
import { runFailureList } from '../../contracts/admin/runs';
import { eventually } from '../support/time/eventually';
import { whenAvailable } from '../support/requirements';
import { openShop, type Shop } from '../support/shops/shop';
import { limitedDatabaseKinds, type TestDatabase } from '../support/databases/test-databases';

for (const kind of limitedDatabaseKinds) {
  whenAvailable(kind.requirement).describe(`a site on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let shop: Shop;
    /** Names of the products that the database can store. */
    let names: Map<number, string>;

    beforeAll(async () => {
      database = await kind.create(at);
      shop = await openShop({
        simulator: { products: 20 },
        site: database.connection ? { database: database.connection } : {},
      });
      const { products } = shop.simulator.store;
      names = new Map(products.ids().map((id) => [id, products.get(id)?.fields.name ?? '']));
    });
    afterEach(() => {
      const { products } = shop.simulator.store;
      for (const [id, name] of names) products.update(id, { name });
    });
    afterAll(async () => {
      await shop.close();
      await database.drop();
    });

    test('reports at startup that the database cannot store every text, and what to do', async () => {
      const record = await eventually(async () =>
        healthRecord.nullable().parse((await shop.site.admin('GET', '/commerce-bridge/health')).body),
      );
      const wanted = kind.dialect === 'mysql' ? 'utf8mb4' : 'UTF8';
      expect(record.issues).toEqual(
        expect.arrayContaining([{ code: 'database_charset', values: { charset: kind.charset, wanted } }]),
      );
      expect(record.errors.join(' ')).toContain(`Convert the database to ${wanted}`);
    });

    test('ends and records a run with text that the database cannot store, in a message without SQL', async () => {
      const { id } = shop.simulator.store.products.create({ name: '\u8336\u58fa', channels: [1] });
      const run = await shop.synchronize();
      expect(run.status).toBe('partial');
      const { failures } = runFailureList.parse(
        (await shop.site.admin('GET', `/commerce-bridge/sync/runs/${run.id}/failures?pageSize=100`)).body,
      );
      expect(failures.find((failure) => failure.id === id)).toMatchObject({
        name: kind.dialect === 'mysql' ? '\u8336\u58fa' : '??',
      });
      for (const { reason } of failures) expect(reason).not.toMatch(/insert into|update .* set/i);
    });

    test('says why a run failed in which nothing could be stored, and that it has ended', async () => {
      const { products } = shop.simulator.store;
      for (const known of products.ids()) products.update(known, { name: `\u8336 ${known}` });
      const run = await shop.synchronize();
      expect(run).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/^The database rejected it: /),
        reasons: [{ code: 'database_refused' }],
      });
      expect(run.error).not.toMatch(/insert into|update .* set/i);
    });

    test('says why the database rejects a resync, without SQL', async () => {
      const { products } = shop.simulator.store;
      const [first = 0] = products.ids();
      products.update(first, { name: '\u8336' });
      const { status, body } = await shop.site.admin('POST', `/commerce-bridge/products/${first}/resync`);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { id: first, outcome: 'failed', reason: expect.stringMatching(/^The database rejected it: /) },
      });
      expect(JSON.stringify(body)).not.toMatch(/insert into|update .* set/i);
    });
  });
}
