import type { CatalogProduct } from '../catalog/model';

/** What a storefront calls a product, a category, or a brand in one locale. */
export interface LocalTexts {
  id: number;
  /** The locale that upstream served: another than the one that was asked for is a fallback (upstream 20.5). */
  resolved: string;
  title: string;
  /** What the address asks for. */
  slugClaim: string;
  /** The address, without a locale's prefix. */
  path: string;
  /** Upstream's HTML, unchanged; of a brand, its meta description. */
  content: string;
  seo: CatalogProduct['seo'];
}

/** Whether two names of locales mean the same one, such as `pt-BR` and `pt_br`. */
export function isSameLocale(one: string, other: string): boolean {
  const plain = (locale: string) => locale.replaceAll('_', '-').toLowerCase();
  return plain(one) === plain(other);
}
