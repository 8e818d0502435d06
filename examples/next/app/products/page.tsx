import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ProductList } from '@/components/product-list';

export const metadata: Metadata = { title: 'All products', alternates: { canonical: '/products' } };

export default function ProductsPage({ searchParams }: PageProps<'/products'>) {
  return (
    <>
      <h1>Products</h1>
      <Suspense fallback={<p role="status">Loading …</p>}>
        <ProductList path="/products" searchParams={searchParams} />
      </Suspense>
    </>
  );
}
