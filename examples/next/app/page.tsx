import { ProductGrid } from '@/components/product-grid';
import { listProducts } from '@/lib/catalog';

export default async function HomePage() {
  const { products } = await listProducts({ orderby: 'date', order: 'desc', per_page: 12 });
  return (
    <>
      <h1>New in the shop</h1>
      <ProductGrid products={products} />
    </>
  );
}
