import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { dialectOf, isMysql, toNumber } from '../database';
import { isMariaDb } from '../server-version';
import { tables } from '../tables';

// Instances of the earlier version go on drawing from the row until they are updated: theirs stay lower.
const margin = 1_000_000;

/** Who has which slug, each once; and read versions from a sequence of the database where it has such. */
export const slugsAndReadVersions = {
  name: '014-slugs-and-read-versions',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.slugs, (table) => {
      table.string('entity', 16).notNullable();
      const slug = table.string('slug', 512).notNullable();
      // Slugs differ by case.
      if (isMysql(database)) slug.collate('utf8mb4_bin');
      table.bigInteger('upstream_id').notNullable();
      table.primary(['entity', 'slug']);
    });

    const row = await database(tables.sequences).where({ name: 'observation' }).first('value');
    const first = toNumber(row?.value) + margin;
    // Without a cache, so that a number which is drawn later is higher, whoever draws.
    if (dialectOf(database) === 'postgres')
      await database.raw(`create sequence if not exists ?? start with ${first} cache 1`, [tables.readVersionSequence]);
    else if (await isMariaDb(database))
      await database.raw(`create sequence if not exists ?? start with ${first} nocache`, [tables.readVersionSequence]);
  },
};
