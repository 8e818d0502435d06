import { resolve } from 'node:path';
import type { SimulatorOptions } from '../options';
import { readExportFile } from './export-file';
import { GeneratedCatalog } from './generator';
import { LoadedCatalog } from './loaded-catalog';
import type { CatalogSource } from './model';

/** The project's own small catalog, in the export format. */
export const SAMPLE_CATALOG = resolve(__dirname, '..', '..', 'catalogs', 'sample.csv');

/** The catalog that the options name: a file, or generated products, or else the built-in sample. */
export async function openCatalog(
  options: Pick<SimulatorOptions, 'catalogFile' | 'products' | 'seed' | 'revision'>,
): Promise<CatalogSource> {
  const { catalogFile, products: count, seed = 1, revision = 0 } = options;
  if (catalogFile === undefined && count !== undefined) return new GeneratedCatalog({ count, seed, revision });
  return new LoadedCatalog(await readExportFile(catalogFile ?? SAMPLE_CATALOG));
}
