import type { CatalogProduct } from '../../catalog/model';

/** What a storefront calls a product, a category, or a brand in one locale. */
export interface LocalTexts {
  id: number;
  /** The locale that upstream served; if it is not the requested one, it is a fallback (upstream 20.5). */
  resolved: string;
  title: string;
  /** The slug in the address. */
  slugClaim: string;
  /** The address, without a locale's prefix. */
  path: string;
  /** Upstream's HTML, unchanged; of a brand, its meta description. */
  content: string;
  seo: CatalogProduct['seo'];
}

/** Whether two locale names mean the same locale, such as `pt-BR` and `pt_br`. */
export function isSameLocale(one: string, other: string): boolean {
  const plain = (locale: string) => locale.replaceAll('_', '-').toLowerCase();
  return plain(one) === plain(other);
}
