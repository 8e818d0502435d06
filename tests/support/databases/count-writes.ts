import type { Core } from '@strapi/strapi';

/** The statements that a site sent for one table. */
export interface WriteCount {
  /** Inserts, updates and deletes so far. */
  readonly statements: readonly string[];
  stop(): void;
}

/** Counts the statements that write to a content type's own table, from any source. */
export function countWrites(strapi: Core.Strapi, uid: string): WriteCount {
  const { tableName } = strapi.db.metadata.get(uid);
  const writing = new RegExp(`^(insert into|update|delete from) [\`"]${tableName}[\`"]`, 'i');
  const statements: string[] = [];
  const listen = ({ sql }: { sql: string }) => {
    if (writing.test(sql)) statements.push(sql);
  };
  strapi.db.connection.on('query', listen);
  return { statements, stop: () => void strapi.db.connection.removeListener('query', listen) };
}
