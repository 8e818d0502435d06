import { createRequire } from 'node:module';
import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { describeError } from '../../lib/errors';
import { lowerThreadPriority } from '../../lib/thread-priority';
import { type SearchResult, searchThreadLoaded, type SearchOrder, type SearchThreadData } from './search-thread';
import { createSqliteSearch, type SqliteRows } from './sqlite-search';

/* The code of the thread that `search-thread.ts` starts. It runs one search at a time. */
if (!isMainThread && parentPort) serve(parentPort, workerData);

function serve(port: MessagePort, data: SearchThreadData): void {
  lowerThreadPriority();
  const search = createSqliteSearch({ rows: openRows(data), isInPieces: false });
  let last: Promise<void> = Promise.resolve();

  async function run({ id, ...wanted }: SearchOrder): Promise<SearchResult> {
    try {
      const found: number[] = [];
      for await (const ids of search(wanted)) for (const each of ids) found.push(each);
      return { id, ids: Float64Array.from(found), error: null };
    } catch (error) {
      return { id, ids: null, error: describeError(error) };
    }
  }

  port.on('message', (order: SearchOrder) => {
    last = last.then(async () => {
      const given = await run(order);
      port.postMessage(given, given.ids ? [given.ids.buffer] : []);
    });
  });
  port.postMessage(searchThreadLoaded);
}

interface SqliteDatabase {
  pragma(statement: string): unknown;
  prepare(sql: string): { all(...bindings: unknown[]): Record<string, unknown>[] };
}

function openRows({ library, filename, megabytes }: SearchThreadData): SqliteRows {
  const Loaded: unknown = createRequire(library)(library);
  if (!isDriver(Loaded)) throw new Error(`${library} exports no class.`);
  const database = new Loaded(filename, { fileMustExist: true });
  database.pragma('query_only = 1');
  database.pragma(`cache_size = -${megabytes * 1024}`);
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  return async (sql, bindings) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement.all(...bindings);
  };
}

function isDriver(value: unknown): value is new (filename: string, options: object) => SqliteDatabase {
  return typeof value === 'function';
}
