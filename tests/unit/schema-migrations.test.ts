import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ownSchemas } from '../../server/src/content-types';
import { migrations } from '../../server/src/database/migrator';

/*
 * Strapi itself adds and drops the columns of content types, and an older version of the plugin would drop those that it
 * does not know. It only refuses a database with migrations that it does not know. So whoever changes an attribute adds
 * a migration, if only one that changes nothing, and then both values here.
 */
const lastMigration = '044-former-slugs';
const columns = 'b593f21807f7';

test('a version that changes an attribute adds a migration, by which older versions refuse the database', () => {
  const found = Object.values(ownSchemas).map(({ collectionName, attributes }) => [
    collectionName,
    Object.entries(attributes).map(([name, { type }]) => `${name} ${type}`),
  ]);
  expect({
    lastMigration: migrations.at(-1)?.name,
    columns: createHash('sha256').update(JSON.stringify(found)).digest('hex').slice(0, 12),
  }).toEqual({ lastMigration, columns });
});
