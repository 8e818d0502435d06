import type { Knex } from 'knex';
import { z } from 'zod';

const statement = z.object({ sql: z.string(), bindings: z.array(z.unknown()).default([]) });
/** A statement sent to a database. */
export type Statement = z.infer<typeof statement>;

/**
 * Calls back for each statement, whichever connection sends it: on SQLite, a site reads through a separate connection.
 *
 * @param connection any connection of the site: knex's clients of all connections have the same prototype
 * @returns a function that stops watching
 */
export function watchStatements(connection: Knex, note: (sent: Statement) => void): () => void {
  const prototype: unknown = Object.getPrototypeOf(connection.client);
  if (!isEmitter(prototype)) throw new Error('knex has changed: its clients emit nothing');
  const { emit } = prototype;
  // Statements of a transaction are emitted by several clients.
  const noted = new Set<unknown>();
  prototype.emit = function (name, ...values) {
    if (name === 'query' && !noted.has(values[0])) {
      noted.add(values[0]);
      note(statement.parse(values[0]));
    }
    return emit.call(this, name, ...values);
  };
  return () => void (prototype.emit = emit);
}

interface Emitter {
  emit(this: unknown, name: string, ...values: unknown[]): boolean;
}

const isEmitter = (value: unknown): value is Emitter =>
  typeof value === 'object' && value !== null && 'emit' in value && typeof value.emit === 'function';
