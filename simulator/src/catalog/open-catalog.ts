import { GeneratedCatalog } from './generator';
import type { CatalogSource } from './model';

/** The catalog that the options name. */
export async function openCatalog(options: { catalogFile?: string; products?: number; seed?: number | string }): Promise<CatalogSource> {
  return new GeneratedCatalog(options.products ?? 100, options.seed ?? 1);
}
