import { resolve } from 'node:path';
import { readExportFile } from './export-file';
import { GeneratedCatalog } from './generator';
import { LoadedCatalog } from './loaded-catalog';
import type { CatalogSource } from './model';

/** The project's own small catalog, in the export format. */
export const SAMPLE_CATALOG = resolve(__dirname, '..', '..', 'catalogs', 'sample.csv');

/** The catalog that the options name: a file, or generated products, or else the built-in sample. */
export async function openCatalog(options: { catalogFile?: string; products?: number; seed?: number | string }): Promise<CatalogSource> {
  if (options.catalogFile === undefined && options.products !== undefined) return new GeneratedCatalog(options.products, options.seed ?? 1);
  return new LoadedCatalog(await readExportFile(options.catalogFile ?? SAMPLE_CATALOG));
}
