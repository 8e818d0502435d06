import type { Knex } from 'knex';

/** Resolves once a statement that matches is sent to the database. */
export function sentStatement(database: Knex, pattern: RegExp): Promise<void> {
  return new Promise((resolve) => {
    const listen = ({ sql }: { sql: string }) => {
      if (!pattern.test(sql)) return;
      database.removeListener('query', listen);
      resolve();
    };
    database.on('query', listen);
  });
}
