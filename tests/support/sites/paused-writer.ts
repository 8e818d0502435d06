import { once } from 'node:events';
import createKnex from 'knex';
import { createCatalogChanges } from '../../../server/src/catalog/changes/catalog-changes';
import { createProductIndex } from '../../../server/src/catalog/product-index/product-index';
import { createSearchIndex } from '../../../server/src/catalog/search/search-index';
import { createSideTables } from '../../../server/src/catalog/writing/side-tables';
import { createStrapiCatalogStore } from '../../../server/src/catalog/writing/strapi-catalog-store';
import type { CatalogTables } from '../../../server/src/catalog/tables/strapi-tables';
import { conflictOf } from '../../../server/src/database/conflicts';
import { createReadVersions } from '../../../server/src/catalog/writing/knex-read-versions';
import { aProduct } from '../shops/catalog-items';
import { createMemoryLog } from '../instances/memory-log';
import { createQuietLogger } from '../quiet-logger';

/*
 * A process that writes a product, for tests that stop it with everything written and nothing committed:
 * `paused-writer.ts {client, connection, catalogTables, id}`. It prints `#waiting` at that point, continues on any
 * standard input, and finally prints the outcome of the product, or the conflict that prevented the write.
 */

export interface PausedWriterOrder {
  client: string;
  connection: Record<string, unknown>;
  catalogTables: CatalogTables;
  id: number;
}

async function main({ client, connection, catalogTables, id }: PausedWriterOrder): Promise<void> {
  const print = (line: string) => process.stdout.write(`#${line}\n`);
  const database = createKnex({ client, connection, pool: { min: 0, max: 2 } });
  const logger = createQuietLogger();
  const log = createMemoryLog();
  const readVersions = createReadVersions(database);
  let isFirst = true;
  const changes = createCatalogChanges({
    database,
    logger,
    log: {
      ...log,
      async append(change, within) {
        await log.append(change, within);
        if (!isFirst) return;
        isFirst = false;
        const goOn = once(process.stdin, 'data');
        print('waiting');
        await goOn;
      },
    },
  });
  const store = createStrapiCatalogStore({
    database,
    catalogTables,
    sideTables: createSideTables({ database, catalogTables }),
    readVersions,
    productIndex: createProductIndex({ searchIndex: createSearchIndex({ database, logger }) }),
    changes,
  });
  const readVersion = await readVersions.draw();
  const items = [aProduct({ id, title: 'Written by a process that was paused' })];
  try {
    const outcomes = await store.transaction((transaction) =>
      store.upsert(transaction, 'product', {
        responses: [{ items, readVersion }],
        origin: { kind: 'event' },
        now: new Date(),
      }),
    );
    print(outcomes.map(({ kind }) => kind).join());
  } catch (error) {
    const conflict = conflictOf(error);
    if (conflict === null) throw error;
    print(conflict);
  }
  await database.destroy();
  process.exit(0);
}

const [, , order = '{}'] = process.argv;
main(JSON.parse(order)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
