import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { productResync } from '../../contracts/admin/catalog';
import { readCatalogTables } from '../../server/src/catalog/tables/strapi-tables';
import { eventually } from '../support/time/eventually';
import { compiledProgram } from '../support/sites/compiled-programs';
import type { PausedWriterOrder } from '../support/sites/paused-writer';
import { whenAvailable } from '../support/requirements';
import { openShop, type Shop } from '../support/shops/shop';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

for (const kind of databaseKinds) {
  // On SQLite, a second process can't be an instance of the site.
  if (kind.name === 'SQLite') continue;
  whenAvailable(kind.requirement).describe(`a process that is paused before it commits on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let shop: Shop;
    let paused: ChildProcessWithoutNullStreams | undefined;

    beforeAll(async () => {
      database = await kind.create(at);
      shop = await openShop({
        simulator: { products: 20 },
        ...(database.connection && { site: { database: database.connection } }),
      });
      await shop.synchronize();
    });
    afterEach(() => void paused?.kill('SIGKILL'));
    afterAll(async () => {
      await shop.close();
      await database.drop();
    });

    const resync = async (id: number) =>
      productResync.parse((await shop.site.admin('POST', `/commerce-bridge/products/${id}/resync`)).body);

    /** Stops a process that has written this product. */
    async function pauseWriterOf(id: number) {
      const { client, connection } = shop.site.strapi.db.connection.client.config;
      const order: PausedWriterOrder = {
        client: String(client).startsWith('mysql') ? 'mysql2' : 'pg',
        connection: { ...connection },
        catalogTables: readCatalogTables(shop.site.strapi),
        id,
      };
      const program = await compiledProgram('tests/support/sites/paused-writer.ts');
      const writer = spawn(process.execPath, [program, JSON.stringify(order)]);
      paused = writer;
      const [lines, noise]: [string[], string[]] = [[], []];
      createInterface({ input: writer.stdout }).on('line', (line) => lines.push(line));
      writer.stderr.on('data', (chunk: Buffer) => noise.push(chunk.toString('utf8')));
      const ended = new Promise<number | null>((resolve) => void writer.once('exit', resolve));
      await eventually(
        async () =>
          lines.includes('#waiting') || (writer.exitCode === null ? null : Promise.reject(new Error(noise.join('')))),
      );
      writer.kill('SIGSTOP');
      return {
        async goOn(): Promise<{ code: number | null; lines: string[]; noise: string }> {
          writer.kill('SIGCONT');
          writer.stdin.write('\n');
          return { code: await ended, lines, noise: noise.join('') };
        },
      };
    }

    test('blocks neither other products nor Resync and Cancel, and writes nothing when it continues', async () => {
      const { store } = shop.simulator;
      const [one = 0, two = 0, three = 0] = store.products.ids();
      const writer = await pauseWriterOf(one);

      // Other writers continue while it is paused.
      store.products.update(two, { price: 777 });
      store.products.update(three, { price: 778 });
      expect(await Promise.all([resync(two), resync(three)])).toEqual([
        { id: two, outcome: 'updated', reason: null },
        { id: three, outcome: 'updated', reason: null },
      ]);
      const started = await shop.site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
      expect(started.status).toBe(202);
      const canceled = await shop.site.admin('POST', '/commerce-bridge/sync/cancel');
      expect(canceled).toMatchObject({ status: 200, body: { run: { status: 'cancelled' } } });

      // The product can only be written once the database has ended the paused writer's transaction.
      store.products.update(one, { price: 779 });
      expect(await resync(one)).toEqual({ id: one, outcome: 'updated', reason: null });
      const before = await shop.read(`/products/${one}`);

      expect(await writer.goOn()).toEqual({ code: 0, lines: ['#waiting', '#connection-lost'], noise: '' });
      expect(await shop.read(`/products/${one}`)).toEqual(before);
      expect(await shop.synchronize()).toMatchObject({ status: 'succeeded', counts: { updated: 0, failed: 0 } });
    });
  });
}
