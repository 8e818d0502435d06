import type { ProductGroup } from '../../../contracts/rest/parameters';
import type { ProductView } from '../../../contracts/rest/products';
import type { FindBreadcrumbs, MarketProductRecord, ProductDepth } from '../catalog/model';
import {
  contentOfProductPage,
  keysOfProduct,
  keysOfProductPage,
  type ListContent,
  type ProductContent,
} from '../catalog/responses';
import {
  depthFor,
  presentBreadcrumbs,
  presentListItem,
  presentProduct,
  type ProductViewContext,
} from '../catalog/views';

type Record = Parameters<typeof presentProduct>[0];

/** Where what is beside a product on its page is read: in the catalog, or in a further market. */
export interface ProductPageReaders {
  findBreadcrumbs: FindBreadcrumbs;
  /** Null: the product itself has gone meanwhile. */
  findRelated(request: { slug: string; limit: number; depth: ProductDepth }): Promise<{
    records: MarketProductRecord[];
  } | null>;
}

interface ProductPage {
  body: ProductView;
  surrogateKeys: string[];
  content: ProductContent | ListContent;
}

const mostRelated = 4;

/** A product, and what else of its page was asked for (behavior 2.2). */
export async function productPageOf(
  record: Record,
  { include, context }: { include: readonly ProductGroup[]; context: ProductViewContext },
  { findBreadcrumbs, findRelated }: ProductPageReaders,
): Promise<ProductPage> {
  const { id, slug, brand, details } = record;
  const own = presentProduct(record, context);
  const hasWay = include.includes('breadcrumbs');
  const hasRelated = include.includes('related');
  if (!hasWay && !hasRelated) {
    const content = { kind: 'product' as const, id, categoryIds: details.categoryIds, brandId: brand?.id ?? null };
    return { body: own, surrogateKeys: keysOfProduct(record), content };
  }
  const [way, found] = await Promise.all([
    hasWay ? findBreadcrumbs(details.categoryIds) : null,
    hasRelated ? findRelated({ slug, limit: mostRelated, depth: depthFor(context.include) }) : null,
  ]);
  const related = found?.records ?? [];
  return {
    body: {
      ...own,
      ...(way && { breadcrumbs: presentBreadcrumbs(way) }),
      ...(hasRelated && { related: related.map((each) => presentListItem(each, context)) }),
    },
    surrogateKeys: hasRelated ? keysOfProductPage(record, related) : keysOfProduct(record),
    content: contentOfProductPage({ productId: id, related: hasRelated ? related : null }),
  };
}
