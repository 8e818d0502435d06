import Link from 'next/link';
import { type ListChoice, listProducts } from '@/lib/catalog';
import { ProductGrid } from './product-grid';

type Given = Record<string, string | string[] | undefined>;

const orders = {
  'date-desc': { name: 'Newest first', orderby: 'date', order: 'desc' },
  'price-asc': { name: 'Price, low to high', orderby: 'price', order: 'asc' },
  'price-desc': { name: 'Price, high to low', orderby: 'price', order: 'desc' },
  'title-asc': { name: 'Name', orderby: 'title', order: 'asc' },
} as const;
const isOrder = (text: string): text is keyof typeof orders => Object.hasOwn(orders, text);

interface Props {
  path: string;
  /** From the URL; invalid values are ignored. */
  searchParams: Promise<Given>;
  category?: string;
}

/** A page of products, with search, order, and paging in the URL. */
export async function ProductList({ path, searchParams, category }: Props) {
  const { search, order, page } = readChoice(await searchParams);
  const { orderby, order: direction } = orders[order];
  const choice: ListChoice = { orderby, order: direction, page, per_page: 12 };
  const { products, total, pages } = await listProducts({
    ...choice,
    ...(search !== '' && { search }),
    ...(category !== undefined && { category }),
  });
  const addressOfPage = (number: number) =>
    `${path}?${new URLSearchParams({ ...(search !== '' && { search }), order, page: String(number) })}`;
  return (
    <section aria-label="Products">
      <form className="choice" action={path}>
        {search !== '' && <input type="hidden" name="search" value={search} />}
        <label>
          Order{' '}
          <select name="order" defaultValue={order}>
            {Object.entries(orders).map(([key, { name }]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </label>{' '}
        <button>Show</button>
        <p role="status">
          {total === 1 ? '1 product' : `${total} products`}
          {search !== '' && ` for “${search}”`}
        </p>
      </form>
      <ProductGrid products={products} />
      {pages > 1 && (
        <nav aria-label="Pages" className="pages">
          {page > 1 && <Link href={addressOfPage(page - 1)}>Previous</Link>}
          <span>
            Page {page} of {pages}
          </span>
          {page < pages && <Link href={addressOfPage(page + 1)}>Next</Link>}
        </nav>
      )}
    </section>
  );
}

function readChoice(given: Given): { search: string; order: keyof typeof orders; page: number } {
  const first = (name: string) => [given[name]].flat()[0]?.trim() ?? '';
  const order = first('order');
  const page = Number(first('page'));
  return {
    search: first('search').slice(0, 200),
    order: isOrder(order) ? order : 'date-desc',
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  };
}
