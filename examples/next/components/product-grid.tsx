import Link from 'next/link';
import { type CardProduct, readStore } from '@/lib/catalog';
import { formatPrice } from '@/lib/price';
import { Picture } from './picture';
import { PriceTag } from './price-tag';

type Image = Pick<CardProduct['images_all_sizes'][number], 'alt' | 'standard' | 'srcset'>;
type GridProduct = Pick<CardProduct, 'id' | 'slug' | 'name' | 'brand' | 'price' | 'calculated_price' | 'in_stock'> & {
  images_all_sizes: readonly Image[];
  price_range?: CardProduct['price_range'];
};

/** Products as a grid of cards. */
export async function ProductGrid({ products }: { products: readonly GridProduct[] }) {
  const { currency } = await readStore();
  return (
    <ul className="grid">
      {products.map((product) => (
        <li key={product.id} className="card">
          <Link href={`/products/${encodeURIComponent(product.slug)}`}>
            <span className="frame">
              {product.images_all_sizes[0] && (
                <Picture image={product.images_all_sizes[0]} alt="" sizes="(max-width: 40rem) 50vw, 18rem" />
              )}
            </span>
            {product.name}
          </Link>
          <span className="quiet">{product.brand?.name}</span>
          <CardPrice product={product} currency={currency?.code} />
          {!product.in_stock && <span className="quiet">Sold out</span>}
        </li>
      ))}
    </ul>
  );
}

function CardPrice({ product, currency }: { product: GridProduct; currency: string | undefined }) {
  const { price, calculated_price: now, price_range: range } = product;
  if (range && range.min < range.max) return <span className="price">From {formatPrice(range.min, currency)}</span>;
  return <PriceTag price={price} now={now} currency={currency} />;
}
