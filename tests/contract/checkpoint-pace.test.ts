import { expect, test } from 'vitest';
import createKnex from 'knex';
import { createCheckpointPace } from '../../server/src/database/checkpoint-pace';
import { createQuietLogger } from '../support/quiet-logger';

test.each([
  { usual: 1000, seldom: 4000 },
  { usual: 20_000, seldom: 20_000 },
  { usual: 0, seldom: 0 },
])(
  'a log that SQLite moves every $usual pages is moved every $seldom while much is written, and then as before',
  async ({ usual, seldom }) => {
    const database = openSqlite();
    try {
      await database.raw(`pragma wal_autocheckpoint = ${usual}`);
      const pages = async () => (await database.raw('pragma wal_autocheckpoint'))[0].wal_autocheckpoint;
      const pace = createCheckpointPace({ database, logger: createQuietLogger() });
      const seen: unknown[] = [];
      for (const change of [pace.seldom, pace.seldom, pace.usual, pace.seldom, pace.usual]) {
        await change();
        seen.push(await pages());
      }
      expect(seen).toEqual([seldom, seldom, usual, seldom, usual]);
    } finally {
      await database.destroy();
    }
  },
);

test('a pace that SQLite refuses is said once and throws nothing', async () => {
  const database = openSqlite();
  const logger = createQuietLogger();
  const pace = createCheckpointPace({ database, logger });
  await database.destroy();
  await pace.seldom();
  await pace.seldom();
  await pace.usual();
  expect(logger.lines).toEqual([expect.objectContaining({ level: 'warn', fields: { error: expect.any(String) } })]);
});

test('a pace that could not be set back is set back the next time', async () => {
  const database = openSqlite();
  try {
    const logger = createQuietLogger();
    const pace = createCheckpointPace({ database, logger });
    await pace.seldom();
    database.client.once('query', () => {
      throw new Error('refused');
    });
    await pace.usual();
    await pace.usual();
    expect((await database.raw('pragma wal_autocheckpoint'))[0].wal_autocheckpoint).toBe(1000);
    expect(logger.lines).toHaveLength(1);
  } finally {
    await database.destroy();
  }
});

function openSqlite() {
  return createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  });
}
