import type { z } from 'zod';
import type { Database } from './database';
import { tables } from './tables';

/** Small facts that belong to no record: what the store is like, which store is cached. */
export interface StateStore {
  /** Null when nothing was written, or when what was written no longer has the asked shape. */
  read<Value>(name: string, schema: z.ZodType<Value>): Promise<Value | null>;
  write(name: string, value: unknown): Promise<void>;
}

export function createKnexStateStore(database: Database): StateStore {
  return {
    async read(name, schema) {
      const row = await database(tables.state).where({ name }).first('value');
      if (!row) return null;
      const parsed = schema.safeParse(JSON.parse(String(row.value)));
      return parsed.success ? parsed.data : null;
    },

    async write(name, value) {
      await database(tables.state).insert({ name, value: JSON.stringify(value) }).onConflict('name').merge();
    },
  };
}
