import { orNull } from 'strapi-plugin-commerce-bridge/client';
import { shop } from '../../lib/shop';

/** Pages are built on the first request, and rebuilt after a minute at the earliest. */
export function getStaticPaths() {
  return { paths: [], fallback: 'blocking' as const };
}

export async function getStaticProps({ params }: { params: { slug: string } }) {
  const product = await orNull(shop.readProduct(params.slug, { include: ['brand', 'calculated_price'] }));
  if (product === null) return { notFound: true as const, revalidate: 60 };
  if (product.slug !== params.slug) {
    // The slug has changed: the client followed the API's redirect, and so should browsers.
    return {
      redirect: { destination: `/products/${encodeURIComponent(product.slug)}`, permanent: true },
      revalidate: 60,
    };
  }
  const related = await shop.listRelatedProducts(product.slug, { per_page: 3 });
  return { props: { product, related }, revalidate: 60 };
}

type Props = Extract<Awaited<ReturnType<typeof getStaticProps>>, { props: unknown }>['props'];

// Null only where a further market has no price.
const textOf = (price: number | null) => price?.toFixed(2);

export default function ProductPage({ product, related }: Props) {
  const [picture] = product.images;
  return (
    <main>
      <h1>{product.name}</h1>
      {product.brand && <p>{product.brand.name}</p>}
      {picture && <img src={picture.url} alt={picture.alt} />}
      <p>
        {product.calculated_price !== product.price && <s>{textOf(product.price)}</s>}{' '}
        {textOf(product.calculated_price)}
      </p>
      {/* HTML from the store's control panel: sanitize it if you do not trust everyone who can edit it. */}
      <div dangerouslySetInnerHTML={{ __html: product.description }} />
      <ul>
        {product.variants.map((variant) => (
          <li key={variant.id}>
            {variant.name}: {variant.in_stock ? textOf(variant.price) : 'sold out'}
          </li>
        ))}
      </ul>
      <h2>Related products</h2>
      <ul>
        {related.map(({ id, slug, name }) => (
          <li key={id}>
            <a href={`/products/${encodeURIComponent(slug)}`}>{name}</a>
          </li>
        ))}
      </ul>
    </main>
  );
}
