import { isMarketChange } from '../markets/changes';
import type { Change, ChangeListener } from './changes';
import { UnknownEntityError } from './changes';
import { Identifiers } from './identifiers';
import type { Brand, CatalogSource, Category, CategoryTree, Channel, FreeIds } from './model';
import type { Product, ProductSummary } from './product-model';

/** A catalog with an overlay of edits: unedited objects are read from the source, so memory only grows with edits. */
export class CatalogState {
  readonly categories: Map<number, Category>;
  readonly brands: Map<number, Brand>;
  readonly trees: Map<number, CategoryTree>;
  readonly channels: Map<number, Channel>;
  private readonly edited = new Map<number, Product>();
  private readonly identifiers: Identifiers;
  private readonly variantOwners = new Map<number, number>();
  private readonly detachedCategories = new Set<number>();
  private readonly detachedBrands = new Set<number>();
  private readonly nextIds: FreeIds;
  private readonly listeners = new Set<ChangeListener>();
  private edits = 0;
  private marketsInUse = false;

  constructor(readonly source: CatalogSource) {
    this.identifiers = new Identifiers(source.productIds);
    this.categories = new Map(source.categories.map((category) => [category.id, structuredClone(category)]));
    this.brands = new Map(source.brands.map((brand) => [brand.id, structuredClone(brand)]));
    this.trees = new Map(source.trees.map((tree) => [tree.id, structuredClone(tree)]));
    this.channels = new Map(source.channels.map((channel) => [channel.id, structuredClone(channel)]));
    this.nextIds = { ...source.freeIds };
  }

  /** Increases with every edit: two reads with the same value saw the same catalog. */
  get revision(): number {
    return this.edits;
  }

  /** Whether anything of markets was ever edited: a plain store raises no events about them. */
  get hasMarkets(): boolean {
    return this.marketsInUse;
  }

  get productCount(): number {
    return this.identifiers.size;
  }

  /** Ids of all products, ascending. Do not modify. */
  get productIds(): readonly number[] {
    return this.identifiers.ascending;
  }

  /** The current product, read-only; undefined if it does not exist. */
  product(id: number): Product | undefined {
    if (!this.identifiers.has(id)) return undefined;
    const product = this.edited.get(id) ?? this.source.product(id);
    return product && this.detach(product);
  }

  summary(id: number): ProductSummary | undefined {
    if (!this.identifiers.has(id)) return undefined;
    const summary = this.edited.get(id) ?? this.source.summary(id);
    return summary && this.detach(summary);
  }

  variantCount(id: number): number {
    return this.edited.get(id)?.variants.length ?? this.source.variantCount(id);
  }

  /** The product that currently has this variant. */
  productOfVariant(variantId: number): Product | undefined {
    return this.holding(
      this.variantOwners.get(variantId) ?? this.source.productOfVariant(variantId),
      (variant) => variant.id === variantId,
    );
  }

  /** The product that currently has a variant with this sku. */
  productOfSku(sku: string): Product | undefined {
    const edited = [...this.edited.values()].find((product) => product.variants.some((variant) => variant.sku === sku));
    return edited ?? this.holding(this.source.productOfSku(sku), (variant) => variant.sku === sku);
  }

  /** The product with this URL. */
  productOfUrl(url: string): Product | undefined {
    const edited = [...this.edited.values()].find((product) => product.fields.custom_url.url === url);
    if (edited) return this.product(edited.id);
    return this.source
      .productsOfUrl(url)
      .map((id) => this.product(id))
      .find((product) => product?.fields.custom_url.url === url);
  }

  /** Lets `edit` modify a copy and stores it. Returns the stored copy. */
  edit(id: number, edit: (product: Product) => void): Product {
    const product = this.product(id);
    if (!product) throw new UnknownEntityError('product', id);
    const copy = structuredClone(product);
    edit(copy);
    this.keep(copy);
    return copy;
  }

  keep(product: Product): void {
    this.edited.set(product.id, product);
    this.identifiers.add(product.id);
    for (const variant of product.variants) this.variantOwners.set(variant.id, product.id);
    this.touch();
  }

  remove(id: number): void {
    this.edited.delete(id);
    this.identifiers.remove(id);
    this.touch();
  }

  /** From now on, no product references this category. */
  detachCategory(id: number): void {
    this.detachedCategories.add(id);
    this.touch();
  }

  /** From now on, no product references this brand. */
  detachBrand(id: number): void {
    this.detachedBrands.add(id);
    this.touch();
  }

  touch(): void {
    this.edits += 1;
  }

  /** An id that was never used for this kind of thing. */
  takeId(kind: keyof FreeIds): number {
    const id = this.nextIds[kind];
    this.nextIds[kind] = id + 1;
    return id;
  }

  /** Prevents ids chosen by a caller from being assigned again. */
  reserveId(kind: keyof FreeIds, id: number): void {
    this.nextIds[kind] = Math.max(this.nextIds[kind], id + 1);
  }

  /** Calls the listener after every edit; the returned function unsubscribes. */
  onChange(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  announce(change: Change): void {
    this.marketsInUse ||= isMarketChange(change);
    for (const listener of this.listeners) listener(change);
  }

  private holding(
    productId: number | undefined,
    matches: (variant: Product['variants'][number]) => boolean,
  ): Product | undefined {
    if (productId === undefined) return undefined;
    const product = this.product(productId);
    return product?.variants.some(matches) ? product : undefined;
  }

  private detach<Item extends Product | ProductSummary>(item: Item): Item {
    if (this.detachedBrands.size === 0 && this.detachedCategories.size === 0) return item;
    const { fields } = item;
    const brandGone = this.detachedBrands.has(fields.brand_id);
    if (!brandGone && !fields.categories.some((id) => this.detachedCategories.has(id))) return item;
    return {
      ...item,
      fields: {
        ...fields,
        brand_id: brandGone ? 0 : fields.brand_id,
        categories: fields.categories.filter((id) => !this.detachedCategories.has(id)),
      },
    };
  }
}
