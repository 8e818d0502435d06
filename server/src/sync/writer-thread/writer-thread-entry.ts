import { randomUUID } from 'node:crypto';
import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { RunLogLine } from '../../../../contracts/admin/runs';
import {
  type CatalogWriter,
  type CatalogWriterSettings,
  createCatalogWriter,
} from '../../catalog/create-catalog-writer';
import { isConnectionLost } from '../../database/conflicts';
import type { Database } from '../../database/database';
import { createDatabaseClock } from '../../database/database-clock';
import { openOwnConnection, type OwnConnection } from '../../database/strapi-own-connection';
import { machineLoop, systemClock } from '../../lib/clock';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import { lowerThreadPriority } from '../../lib/thread-priority';
import { createKnexRunStore } from '../runs/knex-run-store';
import { writeTogether } from '../runs/page-transaction';
import type { WriteOrder, WriterThreadData, WriterThreadMessage, WriterThreadOrder } from './writer-thread-messages';

/*
 * The code of the thread that `writer-thread.ts` starts. It processes one order at a time, and writes to the database
 * only meanwhile: on SQLite, nothing else writes then.
 */
if (!isMainThread && parentPort) serve(parentPort, workerData);

function serve(port: MessagePort, { database: shared, tables }: WriterThreadData): void {
  lowerThreadPriority();
  const post = (message: WriterThreadMessage) => port.postMessage(message);
  const logger = forwardingLogger(post);
  let settings: CatalogWriterSettings = { outboxTargets: [], hasModifiers: false, metafieldNamespaces: [] };
  let connecting = connect(shared);
  let preparing: Promise<CatalogWriter> | null = null;

  function prepare(database: Database): Promise<CatalogWriter> {
    return createCatalogWriter({
      database,
      databaseClock: createDatabaseClock({ database, clock: systemClock }),
      clock: systemClock,
      loop: machineLoop,
      logger,
      newId: randomUUID,
      tables,
      settings: () => settings,
      onChange: (change) => post({ kind: 'changed', change }),
    });
  }

  async function write(order: WriteOrder): Promise<void> {
    // A connection that was refused once may be accepted for a later page.
    connecting = connecting.catch(() => connect(shared));
    const database = await connecting;
    const writer = await (preparing ??= prepare(database));
    ({ settings } = order);
    const { run } = order.request;
    const lines: RunLogLine[] = [];
    const written = await writeTogether(
      {
        store: writer.storeFor(run.storeHash, run.mode === 'full' ? 'bulk' : 'single'),
        runs: createKnexRunStore(database),
        clock: { now: () => order.now },
        log: { note: (line) => void lines.push(line) },
        spent: () => order.spent,
      },
      order.request,
    );
    // Lets callbacks that run after the commit post their messages first.
    await machineLoop.turn();
    post({ kind: 'written', run: written, lines });
  }

  async function end(): Promise<void> {
    const database = await connecting.catch(() => null);
    await database?.destroy();
    port.close();
  }

  port.on('message', (order: WriterThreadOrder) => {
    if (order.kind === 'end') void end();
    else
      write(order).catch((error: unknown) =>
        post({ kind: 'failed', error: describeError(error), isConnectionLost: isConnectionLost(error) }),
      );
  });
  // Orders report why there is no connection.
  void connecting.catch(() => undefined).then(() => post({ kind: 'loaded' }));
}

/** Before the first order, which blocks the site's own connection on SQLite: loading the library takes longest. */
async function connect(shared: OwnConnection): Promise<Database> {
  const database = openOwnConnection(shared);
  try {
    await database.raw('select 1');
    return database;
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

function forwardingLogger(post: (message: WriterThreadMessage) => void): Logger {
  const at =
    (level: keyof Logger): Logger[typeof level] =>
    (event, fields) =>
      post({ kind: 'log', level, event, ...(fields && { fields }) });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
