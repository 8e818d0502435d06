import { formatPrice } from '@/lib/price';

interface Props {
  price: number | null;
  now: number | null;
  currency: string | undefined;
}

/** What a shopper pays, with the regular price struck through if it is higher. */
export function PriceTag({ price, now, currency }: Props) {
  if (price === null || now === null || now >= price)
    return <span className="price">{formatPrice(now, currency)}</span>;
  return (
    <span className="price">
      <span className="visually-hidden">Now </span>
      <ins>{formatPrice(now, currency)}</ins> <span className="visually-hidden">instead of </span>
      <del>{formatPrice(price, currency)}</del>
    </span>
  );
}
