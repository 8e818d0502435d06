import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { dialectOf, isMysql, toNumber } from '../database';
import { isMariaDb } from '../server-version';
import { tables } from '../tables';

// Instances of the earlier version draw from the row until they are updated; their numbers must stay lower.
const margin = 1_000_000;

/** Which record owns each slug; and read versions from a sequence where the database supports it. */
export const slugsAndReadVersions = {
  name: '014-slugs-and-read-versions',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.slugs, (table) => {
      table.string('entity', 16).notNullable();
      const slug = table.string('slug', 512).notNullable();
      // Slugs are case-sensitive.
      if (isMysql(database)) slug.collate('utf8mb4_bin');
      table.bigInteger('upstream_id').notNullable();
      table.primary(['entity', 'slug']);
    });

    const row = await database(tables.sequences).where({ name: 'observation' }).first('value');
    const first = toNumber(row?.value) + margin;
    // Without a cache, so that a number drawn later is higher, on any connection.
    if (dialectOf(database) === 'postgres')
      await database.raw(`create sequence if not exists ?? start with ${first} cache 1`, [tables.readVersionSequence]);
    else if (await isMariaDb(database))
      await database.raw(`create sequence if not exists ?? start with ${first} nocache`, [tables.readVersionSequence]);
  },
};
