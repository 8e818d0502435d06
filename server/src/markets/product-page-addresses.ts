import { defaultMarketKey } from '../../../contracts/admin/markets';

// The code for an undetermined language (BCP 47).
const undetermined = 'und';

/** Whether the address of a product's page depends on the language of the market. */
export function namesLocale(pattern: string): boolean {
  return pattern.includes('{locale}');
}

/**
 * The setting "product page address" in a market: with its key and locale in place of `{market}` and `{locale}`, which
 * leaves `{slug}`.
 * @param market by default the default one
 */
export function productPagesIn(
  pattern: string,
  { key = defaultMarketKey, locale }: { key?: string; locale: string | null },
): string {
  return pattern
    .split('{market}')
    .join(encodeURIComponent(key))
    .split('{locale}')
    .join(encodeURIComponent(locale ?? undetermined));
}
