import { chunksByWeight } from '../lib/chunks';
import type { WrittenRow } from './sqlite-statements';

// PostgreSQL accepts 65,535 values in one statement.
const mostValues = 30_000;
// MySQL 5.7 accepts statements of 4 MiB by default, and a character may take four bytes.
const mostCharacters = 1_000_000;

/** Splits rows into chunks that one statement on PostgreSQL or MySQL can hold. */
export function rowsPerStatement(rows: readonly WrittenRow[]): WrittenRow[][] {
  return chunksByWeight(rows, { most: 1, weightOf });
}

function weightOf(row: WrittenRow): number {
  const values = Object.values(row);
  const characters = values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
  return Math.max(values.length / mostValues, characters / mostCharacters);
}
