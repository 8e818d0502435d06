import { type Database, toNumber } from '../../database/database';
import { tables } from '../../database/tables';
import { parseMetafield } from './stored-metafields';
import { parseModifiers } from './stored-modifiers';

/** What is stored about products besides their records. */
export type ExtraKind = 'modifiers' | 'metafields';

/** The result of checking some rows. */
export interface DamagedExtras {
  checked: number;
  /** Products with a row that cannot be read. */
  productIds: number[];
  /** The last row that was checked; null if there are no more. */
  next: number | null;
}

/** Finds rows that cannot be read. The other rows are compared with the store whenever all are read from it. */
export interface ExtrasVerification {
  /** Checks some rows, starting with the first one after this id. */
  verifySome(request: { kind: ExtraKind; after: number }): Promise<DamagedExtras>;
}

const rowsAtOnce = 200;

const kinds = {
  modifiers: {
    table: tables.productModifiers,
    idColumn: 'product_id',
    isIntact: (row: Record<string, unknown>) => parseModifiers(row) !== null,
  },
  metafields: {
    table: tables.metafields,
    idColumn: 'metafield_id',
    isIntact: (row: Record<string, unknown>) => parseMetafield(row) !== null,
  },
};

export function createExtrasVerification({ database }: { database: Database }): ExtrasVerification {
  return {
    async verifySome({ kind, after }) {
      const { table, idColumn, isIntact } = kinds[kind];
      const rows: Record<string, unknown>[] = await database(table)
        .where(idColumn, '>', after)
        .whereNotNull('content')
        .orderBy(idColumn)
        .limit(rowsAtOnce)
        .select('*');
      const damaged = rows.filter((row) => !isIntact(row)).map((row) => toNumber(row.product_id));
      const last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
      return {
        checked: rows.length,
        productIds: [...new Set(damaged)],
        next: last ? toNumber(last[idColumn]) : null,
      };
    },
  };
}
