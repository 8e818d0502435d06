import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';

/** One line of a product export by column name; missing columns read as "". */
export class ExportRow {
  constructor(
    private readonly cells: Readonly<Record<string, string>>,
    readonly line: number,
  ) {}

  text(column: string): string {
    return this.cells[column] ?? '';
  }

  /** The number, or the value for an empty cell. Throws for anything else. */
  number<Empty>(column: string, empty: Empty): number | Empty {
    const text = this.text(column).trim();
    if (text === '') return empty;
    const value = Number(text);
    if (!Number.isFinite(value))
      throw new CatalogFileError(`line ${this.line}: "${column}" must be a number, not "${text}"`);
    return value;
  }

  flag(column: string): boolean {
    return /^(true|yes|y|1)$/i.test(this.text(column).trim());
  }

  /** Whole numbers separated by semicolons. */
  ids(column: string): number[] {
    return this.text(column)
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => {
        if (!/^\d+$/.test(part))
          throw new CatalogFileError(`line ${this.line}: "${column}" must hold ids, not "${part}"`);
        return Number(part);
      });
  }
}

/** An unusable catalog file; the message names the line. */
export class CatalogFileError extends Error {
  override readonly name = 'CatalogFileError';
}

/** The rows of a file in BigCommerce's v3 product export format. */
export async function readExportFile(path: string): Promise<ExportRow[]> {
  const text = await readFile(path, 'utf8');
  return parseExport(text, path);
}

/** The rows in such a file's text; `name` is for messages. */
export function parseExport(text: string, name: string): ExportRow[] {
  const lines: { record: Record<string, string>; info: { lines: number } }[] = parse(text, {
    columns: true,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const rows = lines.map(({ record, info }) => new ExportRow(record, info.lines));
  if (!rows.some((row) => row.text('Item') === 'Product')) {
    throw new CatalogFileError(
      `${name} holds no row whose "Item" is "Product": is it a BigCommerce v3 product export?`,
    );
  }
  return rows;
}
