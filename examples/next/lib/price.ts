/** An amount in a currency, for example `$18.00`. Null if a further market does not sell the product. */
export function formatPrice(amount: number | null, currency = 'USD'): string {
  if (amount === null) return 'Not sold';
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
}
