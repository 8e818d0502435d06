/** An amount in a currency, for example `$18.00`. Null is what a further market does not sell. */
export function formatPrice(amount: number | null, currency = 'USD'): string {
  if (amount === null) return 'Not sold';
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
}
