import type { z } from 'zod';
import type { Database, Transaction } from './database';
import { tables } from './tables';
import { asciiJson } from './text-encoding';
import { transact } from './transact';

/** Small facts that belong to no record: the store facts, which store is cached. */
export interface StateStore {
  /** Null if nothing was written, or if the stored value no longer matches the schema. */
  read<Value>(name: string, schema: z.ZodType<Value>): Promise<Value | null>;
  write(name: string, value: unknown): Promise<void>;
  /** Whether any of the names has a value other than null. */
  isAnySet(names: readonly string[]): Promise<boolean>;
}

/** Groups of similar facts, identified by a common name prefix. */
export interface StateList extends StateStore {
  /**
   * The values whose names start with a prefix; values that do not match the schema are left out.
   * @param prefix letters, digits, and periods only
   */
  list<Value>(prefix: string, schema: z.ZodType<Value>): Promise<Value[]>;
  /** Removes everything whose name starts with a prefix. */
  forget(prefix: string): Promise<void>;
}

/** For facts that other transactions rely on while they write. */
export interface StateLocks {
  /** Reads a fact and locks it against changes until the transaction ends. Several may hold the lock at once. */
  hold<Value>(transaction: Transaction, name: string, schema: z.ZodType<Value>): Promise<Value | null>;
  /** Waits for the locks on a fact, then changes it in one transaction with the work; returns the new value. */
  change<Value>(
    name: string,
    schema: z.ZodType<Value>,
    work: (transaction: Transaction, value: Value | null) => Promise<Value | null>,
  ): Promise<Value | null>;
  /** Like `change`, in a transaction that is under way, whose end releases the lock. */
  changeWithin<Value>(
    transaction: Transaction,
    name: string,
    change: { schema: z.ZodType<Value>; work: (value: Value | null) => Promise<Value | null> },
  ): Promise<Value | null>;
}

export function createKnexStateStore(database: Database): StateList & StateLocks {
  const valueOf = <Value>(row: Record<string, unknown> | undefined, schema: z.ZodType<Value>): Value | null => {
    if (!row) return null;
    const parsed = schema.safeParse(JSON.parse(String(row.value)));
    return parsed.success ? parsed.data : null;
  };

  const changeWithin: StateLocks['changeWithin'] = async (transaction, name, { schema, work }) => {
    // A row that does not exist cannot be locked.
    await transaction(tables.state).insert({ name, value: 'null' }).onConflict('name').ignore();
    const before = valueOf(await transaction(tables.state).where({ name }).forUpdate().first('value'), schema);
    const after = await work(before);
    await transaction(tables.state)
      .where({ name })
      .update({ value: asciiJson(after) });
    return after;
  };

  return {
    async hold(transaction, name, schema) {
      return valueOf(await transaction(tables.state).where({ name }).forShare().first('value'), schema);
    },

    change: (name, schema, work) =>
      transact(database, (transaction) =>
        changeWithin(transaction, name, { schema, work: (value) => work(transaction, value) }),
      ),

    changeWithin,

    async read(name, schema) {
      return valueOf(await database(tables.state).where({ name }).first('value'), schema);
    },

    async write(name, value) {
      await database(tables.state)
        .insert({ name, value: asciiJson(value) })
        .onConflict('name')
        .merge();
    },

    async isAnySet(names) {
      const found: unknown = await database(tables.state)
        .whereIn('name', [...names])
        .whereNot('value', 'null')
        .first('name');
      return found !== undefined;
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
