import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import Link from 'next/link';
import { Suspense } from 'react';
import { Breadcrumbs } from '@/components/breadcrumbs';
import { ProductList } from '@/components/product-list';
import { listTopCollections, readCollection } from '@/lib/catalog';
import { textOf } from '@/lib/json-ld';
import { paramsToBuild, slugOf } from '@/lib/slugs';

type Props = PageProps<'/collections/[slug]'>;

const pathOf = (slug: string): string => `/collections/${encodeURIComponent(slug)}`;

export async function generateStaticParams() {
  return paramsToBuild(await listTopCollections());
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const collection = await readCollection(slugOf(await params));
  if (collection === null) return {};
  return {
    title: collection.name,
    description: textOf(collection.description).slice(0, 300),
    alternates: { canonical: pathOf(collection.slug) },
  };
}

export default async function CollectionPage({ params, searchParams }: Props) {
  const slug = slugOf(await params);
  const collection = await readCollection(slug);
  if (collection === null) notFound();
  if (collection.slug !== slug) permanentRedirect(pathOf(collection.slug));
  const path = pathOf(collection.slug);
  return (
    <>
      <Breadcrumbs collections={collection.breadcrumbs.slice(0, -1)} current={{ name: collection.name, path }} />
      <h1>{collection.name}</h1>
      <div dangerouslySetInnerHTML={{ __html: collection.description }} />
      {collection.children.length > 0 && (
        <nav aria-label={`Within ${collection.name}`} className="bar">
          {collection.children.map((child) => (
            <Link key={child.id} href={pathOf(child.slug)}>
              {child.name}
            </Link>
          ))}
        </nav>
      )}
      <Suspense fallback={<p role="status">Loading …</p>}>
        <ProductList path={path} searchParams={searchParams} category={collection.slug} />
      </Suspense>
    </>
  );
}
