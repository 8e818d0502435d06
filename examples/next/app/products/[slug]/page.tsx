import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { Breadcrumbs } from '@/components/breadcrumbs';
import { JsonLd } from '@/components/json-ld';
import { Picture } from '@/components/picture';
import { ProductGrid } from '@/components/product-grid';
import { listProducts, readProduct } from '@/lib/catalog';
import { productJsonLd, textOf } from '@/lib/json-ld';
import { paramsToBuild, slugOf } from '@/lib/slugs';
import { OrderForm } from './order-form';

type Props = PageProps<'/products/[slug]'>;

const pathOf = (slug: string): string => `/products/${encodeURIComponent(slug)}`;

export async function generateStaticParams() {
  const { products } = await listProducts({ orderby: 'date', order: 'desc', per_page: 12 });
  return paramsToBuild(products);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const product = await readProduct(slugOf(await params));
  if (product === null) return {};
  const path = pathOf(product.slug);
  const { page_title: title, meta_description: description } = product.seo;
  return {
    title: title || product.name,
    description: description || textOf(product.description).slice(0, 300),
    alternates: { canonical: path },
    openGraph: { url: path, images: product.images_all_sizes.slice(0, 1).map(({ zoom }) => zoom) },
  };
}

export default async function ProductPage({ params }: Props) {
  const slug = slugOf(await params);
  const product = await readProduct(slug);
  if (product === null) notFound();
  // The product was renamed: the API found it by an earlier slug.
  if (product.slug !== slug) permanentRedirect(pathOf(product.slug));
  return (
    <>
      <JsonLd data={productJsonLd(product)} />
      <Breadcrumbs collections={product.breadcrumbs} current={{ name: product.name, path: pathOf(product.slug) }} />
      <article className="product">
        <div className="gallery">
          {product.images_all_sizes.map((image, index) => (
            <Picture key={image.zoom} image={image} sizes="(max-width: 48rem) 100vw, 36rem" isFirst={index === 0} />
          ))}
        </div>
        <div>
          <p className="quiet">{product.brand?.name}</p>
          <h1>{product.name}</h1>
          <OrderForm product={product} />
          {/* HTML from the store's control panel: sanitize it if you do not trust everyone who can edit it. */}
          <div dangerouslySetInnerHTML={{ __html: product.description }} />
          <dl>
            {product.custom_fields.map(({ name, value }) => (
              <div key={`${name}: ${value}`}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </article>
      {product.related.length > 0 && (
        <section aria-labelledby="related">
          <h2 id="related">Goes well with it</h2>
          <ProductGrid products={product.related} />
        </section>
      )}
    </>
  );
}
