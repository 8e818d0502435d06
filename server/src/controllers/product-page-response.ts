import type { ProductGroup } from '../../../contracts/rest/parameters';
import type { ProductView } from '../../../contracts/rest/products';
import type {
  FindBreadcrumbs,
  MarketProductRecord,
  ProductDepth,
  ProductMetafields,
  ProductModifiers,
} from '../catalog/model';
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
  presentModifier,
  presentProduct,
  type ProductViewContext,
} from '../catalog/views';

type ShownProduct = Parameters<typeof presentProduct>[0];

/** Where the rest of a product page is read: in the catalog, or in a further market. */
export interface ProductPageReaders {
  productModifiers: ProductModifiers;
  productMetafields: ProductMetafields;
  findBreadcrumbs: FindBreadcrumbs;
  /** Null: the product itself was removed meanwhile. */
  findRelated(request: { slug: string; limit: number; depth: ProductDepth }): Promise<{
    records: MarketProductRecord[];
    isProvisional: boolean;
  } | null>;
}

interface ProductPageResponse {
  body: ProductView;
  surrogateKeys: string[];
  content: ProductContent | ListContent;
}

const mostRelated = 4;

/** A product, with the other parts of its page that were requested (behavior 2.2). */
export async function productPageOf(
  record: ShownProduct,
  { include, context }: { include: readonly ProductGroup[]; context: ProductViewContext },
  readers: ProductPageReaders,
): Promise<ProductPageResponse> {
  const { id, brand, details } = record;
  const [modifiers, metafields, surroundings] = await Promise.all([
    include.includes('modifiers') ? modifiersOf(id, readers) : {},
    include.includes('metafields') ? metafieldsOf(id, readers) : {},
    neighborsOf(record, { include, context }, readers),
  ]);
  const body = { ...presentProduct(record, context), ...modifiers, ...metafields };
  if (!surroundings) {
    const content = { kind: 'product' as const, id, categoryIds: details.categoryIds, brandId: brand?.id ?? null };
    return { body, surrogateKeys: keysOfProduct(record), content };
  }
  const { found, ...parts } = surroundings;
  return {
    body: { ...body, ...parts },
    surrogateKeys: found ? keysOfProductPage(record, found.records) : keysOfProduct(record),
    content: contentOfProductPage({ productId: id, related: found }),
  };
}

async function modifiersOf(
  id: number,
  { productModifiers }: ProductPageReaders,
): Promise<Pick<ProductView, 'modifiers'>> {
  const read = await productModifiers.read([id]);
  return { modifiers: read.get(id)?.map(presentModifier) ?? null };
}

async function metafieldsOf(
  id: number,
  { productMetafields }: ProductPageReaders,
): Promise<Pick<ProductView, 'metafields'>> {
  const read = await productMetafields.read([id]);
  return { metafields: read.get(id) ?? null };
}

/** Null if nothing about other records was requested. */
async function neighborsOf(
  { slug, details }: ShownProduct,
  { include, context }: { include: readonly ProductGroup[]; context: ProductViewContext },
  { findBreadcrumbs, findRelated }: ProductPageReaders,
) {
  const hasBreadcrumbs = include.includes('breadcrumbs');
  const hasRelated = include.includes('related');
  if (!hasBreadcrumbs && !hasRelated) return null;
  const [breadcrumbs, found] = await Promise.all([
    hasBreadcrumbs ? findBreadcrumbs(details.categoryIds) : null,
    hasRelated ? findRelated({ slug, limit: mostRelated, depth: depthFor(context.include) }) : null,
  ]);
  const related = hasRelated ? (found ?? { records: [], isProvisional: false }) : null;
  return {
    found: related,
    ...(breadcrumbs && { breadcrumbs: presentBreadcrumbs(breadcrumbs) }),
    ...(related && { related: related.records.map((each) => presentListItem(each, context)) }),
  };
}
