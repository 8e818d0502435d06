import type { z } from 'zod';
import type { Database } from './database';
import { tables } from './tables';

/** Small facts that belong to no record: what the store is like, which store is cached. */
export interface StateStore {
  /** Null when nothing was written, or when what was written no longer has the asked shape. */
  read<Value>(name: string, schema: z.ZodType<Value>): Promise<Value | null>;
  write(name: string, value: unknown): Promise<void>;
}

/** Facts of which there are many of a kind, told apart by a common beginning of their names. */
export interface StateList extends StateStore {
  /** The values whose names begin with a prefix, which may hold letters, digits and points only; those of another shape are left out. */
  list<Value>(prefix: string, schema: z.ZodType<Value>): Promise<Value[]>;
  /** Removes everything whose name begins with a prefix. */
  forget(prefix: string): Promise<void>;
}

export function createKnexStateStore(database: Database): StateList {
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

    async list(prefix, schema) {
      const texts: unknown[] = await database(tables.state).where('name', 'like', `${prefix}%`).pluck('value');
      return texts.flatMap((text) => {
        const parsed = schema.safeParse(JSON.parse(String(text)));
        return parsed.success ? [parsed.data] : [];
      });
    },

    async forget(prefix) {
      await database(tables.state).where('name', 'like', `${prefix}%`).delete();
    },
  };
}
