import { printable } from './printable';

/** Rows with aligned columns, separated by two spaces; the first row is the heading. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const shown = rows.map((row) => row.map(printable));
  const widths = (shown[0] ?? []).map((_, column) => Math.max(...shown.map((row) => (row[column] ?? '').length)));
  return shown.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Names and values, one pair per line. */
export function facts(pairs: readonly (readonly [string, string])[]): string[] {
  return table(pairs.map(([name, value]) => [`${name}:`, value]));
}

export const amount = (value: number): string => value.toLocaleString('en');
