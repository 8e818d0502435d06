import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import { z } from 'zod';
import { dialectOf } from '../../../server/src/database/database';
import { type Statement, watchStatements } from './watch-statements';

/** How a database executes a statement. */
export interface StatementPlan {
  sql: string;
  /** Aliases or names of tables that are scanned completely, or along a whole index. */
  scanned: string[];
  /** Whether rows are sorted in memory or on disk. */
  isSorted: boolean;
  /** How each table is read, in the database's own words. */
  accesses: string[];
}

/**
 * The plans of statements by which `ask` reads from tables with matching names, on any connection to the database;
 * without those that the site sends meanwhile for other reasons.
 */
export async function plansOf(connection: Knex, tables: RegExp, ask: () => Promise<unknown>): Promise<StatementPlan[]> {
  const statements: Statement[] = [];
  const asking = new AsyncLocalStorage<true>();
  const stop = watchStatements(connection, (sent) => {
    if (asking.getStore()) statements.push(sent);
  });
  await asking.run(true, ask).finally(() => {
    stop();
    // Otherwise each promise of this process would carry it from now on.
    asking.disable();
  });
  const plans: StatementPlan[] = [];
  for (const { sql, bindings } of statements)
    if (/^[\s(]*select\b/i.test(sql) && tables.test(sql))
      plans.push({ sql, ...(await planOf(connection, { sql, bindings })) });
  return plans;
}

type Plan = Omit<StatementPlan, 'sql'>;

async function planOf(
  connection: Knex,
  { sql, bindings }: { sql: string; bindings: readonly unknown[] },
): Promise<Plan> {
  const statement = sql.replaceAll(/\$\d+/g, '?');
  const values = bindings.map((value) => (value instanceof Date ? value.toISOString() : String(value)));
  return connection.transaction(async (transaction) => {
    switch (dialectOf(connection)) {
      case 'sqlite':
        return sqlitePlan(await transaction.raw(`explain query plan ${statement}`, [...bindings].map(bindable)));
      case 'mysql':
        return mysqlPlan(await transaction.raw(`explain ${statement}`, [...bindings].map(bindable)));
      case 'postgres':
        // PostgreSQL prefers sequential scans of small tables.
        await transaction.raw('set local enable_seqscan = off');
        return postgresPlan(await transaction.raw(`explain (format json) ${statement}`, values));
    }
  });
}

const bindable = (value: unknown): string | number => (typeof value === 'number' ? value : String(value));

function sqlitePlan(output: unknown): Plan {
  const details = z
    .array(z.object({ detail: z.string() }))
    .parse(output)
    .map(({ detail }) => detail);
  return {
    scanned: details.flatMap((detail) => /^SCAN (?!CONSTANT ROW)(\w+)/.exec(detail)?.[1] ?? []),
    isSorted: details.some((detail) => detail.includes('TEMP B-TREE')),
    accesses: details,
  };
}

function mysqlPlan(output: unknown): Plan {
  const [rows] = z
    .tuple([
      z.array(
        z.object({
          table: z.string().nullable(),
          type: z.string().nullable(),
          key: z.string().nullable(),
          Extra: z.string().nullable(),
        }),
      ),
    ])
    .rest(z.unknown())
    .parse(output);
  return {
    scanned: rows.flatMap(({ table, type }) => (table !== null && (type === 'ALL' || type === 'index') ? table : [])),
    isSorted: rows.some(({ Extra }) => Extra?.includes('filesort') === true),
    accesses: rows.map(({ table, type, key }) => [table, type, key].join(' ')),
  };
}

interface PostgresNode {
  'Node Type': string;
  Alias?: string | undefined;
  'Index Cond'?: string | undefined;
  Plans?: PostgresNode[] | undefined;
}
const node: z.ZodType<PostgresNode> = z.object({
  'Node Type': z.string(),
  Alias: z.string().optional(),
  'Index Cond': z.string().optional(),
  get Plans() {
    return z.array(node).optional();
  },
});

function postgresPlan(output: unknown): Plan {
  const { rows } = z
    .object({ rows: z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: node })) })) })
    .parse(output);
  const nodes = rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan: root }) => withChildren(root));
  return {
    scanned: nodes.flatMap(({ 'Node Type': type, Alias: alias = '' }) => (type === 'Seq Scan' ? alias : [])),
    isSorted: nodes.some(({ 'Node Type': type }) => type.includes('Sort')),
    accesses: nodes.map((each) => [each.Alias, each['Node Type'], each['Index Cond']].join(' ')),
  };
}

const withChildren = (one: PostgresNode): PostgresNode[] => [one, ...(one.Plans ?? []).flatMap(withChildren)];
