import { defaultBrand, defaultCategory } from './defaults';
import { Dice } from './dice';
import { CatalogFileError, type ExportRow } from './export-file';
import { productFromRows, type ProductRows } from './export-product';
import { DEFAULT_CHANNEL, defaultChannels, FIRST_BRAND_ID, STORE_OPENED } from './generated-taxonomy';
import type { Brand, CatalogSource, Category, FreeIds } from './model';
import type { Product, ProductSummary } from './product-model';
import { BRAND_NAMES, CATEGORY_NAMES, nameFrom } from './words';

const DAY = 86_400;

/**
 * A catalog from a product export. Names of categories and brands, and dates, which an export lacks, are derived from
 * the ids.
 */
export class LoadedCatalog implements CatalogSource {
  readonly productIds: readonly number[];
  readonly categories: readonly Category[];
  readonly brands: readonly Brand[];
  readonly trees;
  readonly channels;
  readonly freeIds: FreeIds;
  /** Rows of kinds that are not used, by kind. */
  readonly skipped: ReadonlyMap<string, number>;
  private readonly products: ReadonlyMap<number, Product>;
  private readonly variantOwners: ReadonlyMap<number, number>;
  private readonly skuOwners: ReadonlyMap<string, number>;

  constructor(rows: readonly ExportRow[]) {
    const { groups, skipped } = groupRows(rows);
    this.skipped = skipped;
    this.freeIds = freeIdsOf(rows);
    const dice = new Dice('export');
    const ids = { take: (kind: keyof FreeIds): number => this.freeIds[kind]++ };
    const products = groups.map((group) => {
      const id = group.product.number('ID', 0);
      const created = STORE_OPENED + dice.between(id, 1, [0, 1500 * DAY]);
      return productFromRows(group, { ids, created, modified: created + dice.between(id, 2, [0, 500 * DAY]) });
    });
    products.sort((left, right) => left.id - right.id);
    this.products = new Map(products.map((product) => [product.id, product]));
    this.productIds = [...this.products.keys()];
    this.variantOwners = new Map(
      products.flatMap((product) => product.variants.map((variant) => [variant.id, product.id])),
    );
    this.skuOwners = new Map(
      products.flatMap((product) => product.variants.map((variant) => [variant.sku, product.id])),
    );
    this.categories = unique(products.flatMap((product) => product.fields.categories)).map(madeUpCategory);
    this.brands = unique(products.map((product) => product.fields.brand_id).filter((id) => id > 0)).map(madeUpBrand);
    const channelIds = unique([DEFAULT_CHANNEL, ...products.flatMap((product) => product.channels)]);
    this.channels = defaultChannels(channelIds);
    this.trees = [{ id: 1, name: 'Default catalog tree', channels: channelIds }];
  }

  product(id: number): Product | undefined {
    return structuredClone(this.products.get(id));
  }

  summary(id: number): ProductSummary | undefined {
    return this.products.get(id);
  }

  variantCount(id: number): number {
    return this.products.get(id)?.variants.length ?? 0;
  }

  productOfVariant(variantId: number): number | undefined {
    return this.variantOwners.get(variantId);
  }

  productOfSku(sku: string): number | undefined {
    return this.skuOwners.get(sku);
  }

  productsOfUrl(url: string): number[] {
    return [...this.products.values()]
      .filter((product) => product.fields.custom_url.url === url)
      .map((product) => product.id);
  }
}

function groupRows(rows: readonly ExportRow[]): { groups: ProductRows[]; skipped: Map<string, number> } {
  const groups: { product: ExportRow; variants: ExportRow[]; images: ExportRow[]; videos: ExportRow[] }[] = [];
  const skipped = new Map<string, number>();
  for (const row of rows) {
    const item = row.text('Item');
    if (item === 'Product') {
      groups.push({ product: row, variants: [], images: [], videos: [] });
      continue;
    }
    const current = groups.at(-1);
    if (!current) throw new CatalogFileError(`line ${row.line}: a "${item}" comes before any product`);
    if (item === 'Variant' || item === 'SKU') current.variants.push(row);
    else if (item === 'Image') current.images.push(row);
    else if (item === 'Video') current.videos.push(row);
    else skipped.set(item, (skipped.get(item) ?? 0) + 1);
  }
  return { groups, skipped };
}

/** Generated ids of each kind start above all ids in the file, so that they don't collide. */
function freeIdsOf(rows: readonly ExportRow[]): FreeIds {
  const highest = rows.reduce((most, row) => Math.max(most, row.number('ID', 0)), 0);
  const start = Math.max(1000, Math.ceil((highest + 1) / 1000) * 1000);
  return {
    product: start,
    variant: start,
    image: start,
    customField: start,
    option: start,
    optionValue: start,
    category: start,
    brand: start,
  };
}

function madeUpCategory(id: number, place: number): Category {
  return { ...defaultCategory(id, nameFrom(CATEGORY_NAMES, id)), sort_order: place };
}

function madeUpBrand(id: number): Brand {
  return defaultBrand(id, id >= FIRST_BRAND_ID ? nameFrom(BRAND_NAMES, id - FIRST_BRAND_ID) : `Brand ${id}`);
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((left, right) => left - right);
}
