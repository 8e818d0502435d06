import type { Knex } from 'knex';
import { type Database, dialectOf } from './database';

/** Whether a JSON column holds a number, by itself or in a list; false for null. No index helps: every row is read. */
export function numberInJson(database: Database, column: string, number: number): Knex.Raw {
  switch (dialectOf(database)) {
    case 'postgres':
      return database.raw('?? @> ?::jsonb', [column, JSON.stringify(number)]);
    case 'mysql':
      return database.raw('json_contains(??, ?)', [column, JSON.stringify(number)]);
    case 'sqlite':
      // `json_each` would fail on text that is not JSON.
      return database.raw(
        'exists (select 1 from json_each(case when json_valid(??) then ?? end) as part where part.value = ?)',
        [column, column, number],
      );
  }
}
