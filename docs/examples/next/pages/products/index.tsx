import { shop } from '../../lib/shop';

const perPage = 12;

export async function getServerSideProps({ query }: { query: { page?: string; category?: string } }) {
  const page = Number(query.page ?? 1);
  if (!Number.isInteger(page) || page < 1) return { notFound: true as const };
  const { category } = query;
  const { products, pages } = await shop.listProducts({ page, per_page: perPage, ...(category && { category }) });
  return { props: { products, page, pages } };
}

type Props = Extract<Awaited<ReturnType<typeof getServerSideProps>>, { props: unknown }>['props'];

export default function ProductsPage({ products, page, pages }: Props) {
  return (
    <main>
      <ul>
        {products.map(({ id, slug, name, price, sale_price: salePrice }) => (
          <li key={id}>
            <a href={`/products/${encodeURIComponent(slug)}`}>{name}</a> {(salePrice ?? price)?.toFixed(2)}
          </li>
        ))}
      </ul>
      <p>
        Page {page} of {pages}
      </p>
    </main>
  );
}
