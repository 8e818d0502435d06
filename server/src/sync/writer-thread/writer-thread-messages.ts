import type { CatalogChange } from '../../catalog/changes';
import type { CatalogWriterSettings } from '../../catalog/create-catalog-writer';
import type { CatalogTables } from '../../catalog/tables';
import type { OwnConnection } from '../../database/strapi-own-connection';
import type { LogFields } from '../../lib/logger';
import type { EntityKind } from '../../catalog/model';
import type { WriteRequest } from '../runs/page-transaction';
import type { RunLogLine } from '../../../../contracts/admin/runs';
import type { RunRecord, Spending } from '../runs/run-record';

/** What the thread is started with. */
export interface WriterThreadData {
  database: OwnConnection;
  tables: CatalogTables;
}

/** A page to be written. */
export interface WriteOrder {
  request: WriteRequest<EntityKind>;
  spent: Spending;
  /** From the main thread's clock. */
  now: Date;
  settings: CatalogWriterSettings;
}

/** Messages to the thread. */
export type WriterThreadOrder =
  | ({ kind: 'write' } & WriteOrder)
  /** Closes the connection and ends the thread. */
  | { kind: 'end' };

/** Messages from the thread. */
export type WriterThreadMessage =
  /** It has loaded its code, and accepts orders. */
  | { kind: 'loaded' }
  /** A commit changed this. */
  | { kind: 'changed'; change: CatalogChange }
  | { kind: 'log'; level: 'debug' | 'info' | 'warn' | 'error'; event: string; fields?: LogFields }
  /** The order is committed. */
  | { kind: 'written'; run: RunRecord; lines: readonly RunLogLine[] }
  /** The order was not committed; whether its connection was lost meanwhile. */
  | { kind: 'failed'; error: string; isConnectionLost: boolean };
