import { defaultFields } from './defaults';
import { Dice } from './dice';
import {
  defaultChannels,
  FIRST_BRAND_ID,
  FIRST_CATEGORY_ID,
  generateBrands,
  generateCategories,
  STORE_OPENED,
} from './generated-taxonomy';
import { FIRST_PRODUCT_ID, IDS_PER_PRODUCT } from './generated-ids';
import { customFieldsOf, imagesOf } from './generated-parts';
import { descriptionOf, keywordsOf, nameOf, urlOf } from './generated-texts';
import { assortmentOf, stockOf, variantsOf } from './generated-variants';
import type { CatalogSource } from './model';
import type { InventoryTracking, Product, ProductSummary } from './product-model';

const SKU_PATTERN = /^GEN-(\d+)(?:-|$)/;
const DAY = 86_400;

/** The purpose of each random number: the second argument of every roll. */
const DRAW = {
  price: 5,
  sale: 6,
  saleDepth: 7,
  freePrice: 8,
  tracking: 9,
  created: 10,
  modified: 11,
  hidden: 12,
  channels: 13,
  categoryCount: 14,
  category: 15,
  brand: 20,
  availability: 21,
  condition: 22,
  weight: 23,
  sold: 24,
  digital: 25,
  featured: 26,
  warning: 27,
  related: 2201,
  imported: 2203,
  cost: 2204,
  gtin: 2205,
  shipping: 2206,
} as const;

/** The share of products with a price of 0 and the like, per mille. */
const PER_MILLE = {
  sale: 220,
  free: 2,
  hidden: 30,
  digital: 20,
  featured: 60,
  imported: 100,
} as const;

export interface GeneratedOptions {
  count: number;
  seed: number | string;
  /**
   * A later state of the same store: different prices, stock, and descriptions for all products, and nothing else.
   * Default 0.
   */
  revision?: number;
}

/**
 * N products with realistic values (upstream 2.3, 2.4), each a pure function of the seed and its position; nothing is
 * stored.
 */
export class GeneratedCatalog implements CatalogSource {
  readonly categories;
  readonly brands;
  readonly trees = [
    { id: 1, name: 'Default catalog tree', channels: [1] },
    { id: 2, name: 'Trade', channels: [2] },
  ];
  readonly channels = defaultChannels();
  readonly freeIds;
  private readonly count: number;
  private readonly revision: number;
  private readonly dice: Dice;
  /** Draws the values that differ in a later revision. */
  private readonly revised: Dice;
  private readonly lastId: number;
  private readonly visibleTreeSize: number;

  constructor({ count, seed, revision = 0 }: GeneratedOptions) {
    this.count = count;
    this.revision = revision;
    this.dice = new Dice(seed);
    this.revised = revision === 0 ? this.dice : new Dice(`${seed} ${revision}`);
    this.lastId = FIRST_PRODUCT_ID + count - 1;
    this.categories = generateCategories(count);
    this.brands = generateBrands(count);
    this.visibleTreeSize = this.categories.filter((category) => category.tree_id === 1).length;
    const free = (this.lastId + 1) * IDS_PER_PRODUCT;
    this.freeIds = {
      product: this.lastId + 1,
      variant: free,
      image: free,
      customField: free,
      option: free,
      optionValue: free,
      category: FIRST_CATEGORY_ID + this.categories.length,
      brand: FIRST_BRAND_ID + this.brands.length,
    };
  }

  get productIds(): Iterable<number> {
    return Array.from({ length: this.count }, (_, place) => FIRST_PRODUCT_ID + place);
  }

  productOfVariant(variantId: number): number | undefined {
    return this.known(Math.floor(variantId / IDS_PER_PRODUCT));
  }

  productOfSku(sku: string): number | undefined {
    const match = SKU_PATTERN.exec(sku);
    return match ? this.known(Number(match[1])) : undefined;
  }

  summary(id: number): ProductSummary | undefined {
    if (this.known(id) === undefined) return undefined;
    const { dice, revised } = this;
    const price = dice.chance(id, DRAW.freePrice, PER_MILLE.free)
      ? 0
      : revised.between(id, DRAW.price, [399, 29_999]) / 100;
    const assortment = assortmentOf(dice, id);
    const tracking = this.tracking(id, assortment.variants);
    const created = STORE_OPENED + dice.between(id, DRAW.created, [1, 1500 * DAY]);
    const onSale = price > 0 && revised.chance(id, DRAW.sale, PER_MILLE.sale);
    return {
      id,
      fields: {
        name: nameOf(dice, id),
        type: assortment.variants === 0 && dice.chance(id, DRAW.digital, PER_MILLE.digital) ? 'digital' : 'physical',
        sku: id % 29 === 0 ? '' : `GEN-${id}`,
        price,
        sale_price: onSale ? Math.round(price * revised.between(id, DRAW.saleDepth, [50, 95])) / 100 : 0,
        weight: dice.between(id, DRAW.weight, [0, 800]) / 100,
        categories: this.categoriesOf(id),
        brand_id: dice.chance(id, DRAW.brand, 150)
          ? 0
          : FIRST_BRAND_ID + (dice.roll(id, DRAW.brand) % this.brands.length),
        inventory_level: stockOf(revised, id, { tracking, variants: assortment.variants }),
        inventory_warning_level: dice.between(id, DRAW.warning, [0, 5]),
        inventory_tracking: tracking,
        total_sold: dice.between(id, DRAW.sold, [0, 900]),
        is_free_shipping: id % 17 === 0,
        is_visible: !dice.chance(id, DRAW.hidden, PER_MILLE.hidden),
        is_featured: dice.chance(id, DRAW.featured, PER_MILLE.featured),
        upc: id % 6 === 0 ? String(100_000_000_000 + id) : '',
        mpn: id % 4 === 0 ? `MPN${id}` : '',
        availability: this.availability(id),
        condition: dice.chance(id, DRAW.condition, 960)
          ? 'New'
          : dice.pick(id, DRAW.condition, ['Used', 'Refurbished']),
      },
      created,
      modified: created + dice.between(id, DRAW.modified, [0, 500 * DAY]) + this.revision * DAY,
      lastImported: dice.chance(id, DRAW.imported, PER_MILLE.imported) ? created : null,
      channels: this.channelsOf(id),
    };
  }

  productsOfUrl(url: string): number[] {
    const place = Number(/(\d+)\/$/.exec(url)?.[1] ?? Number.NaN);
    const id = FIRST_PRODUCT_ID + place - 1;
    // A clashing URL ends like that of the previous product.
    return [id, id + 1, place].filter((each) => this.known(each) !== undefined);
  }

  variantCount(id: number): number {
    return this.known(id) === undefined ? 0 : Math.max(1, assortmentOf(this.dice, id).variants);
  }

  product(id: number): Product | undefined {
    const summary = this.summary(id);
    if (!summary) return undefined;
    const { dice, revised, revision } = this;
    const { fields } = summary;
    const assortment = assortmentOf(dice, id);
    const variants = variantsOf({ dice, stockDice: revised }, { id, summary, assortment });
    return {
      id,
      fields: {
        ...defaultFields(id, fields.name),
        ...fields,
        description: descriptionOf({ dice, revised, revision }, { id, name: fields.name }),
        width: dice.between(id, DRAW.shipping, [0, 60]),
        height: dice.between(id, DRAW.shipping + 1, [0, 60]),
        depth: dice.between(id, DRAW.shipping + 2, [0, 60]),
        cost_price: dice.chance(id, DRAW.cost, 300) ? Math.round(fields.price * 40) / 100 : 0,
        retail_price: dice.chance(id, DRAW.cost + 1, 100) ? Math.round(fields.price * 130) / 100 : 0,
        option_set_id: assortment.variants === 0 ? null : 10_000 + id,
        related_products: this.related(id),
        bin_picking_number: id % 5 === 0 ? '0' : '',
        gtin: id % 8 === 0 ? String(4_000_000_000_000 + id) : '',
        search_keywords: keywordsOf(dice, { id, name: fields.name }),
        meta_keywords: id % 3 === 0 ? [''] : [],
        page_title: id % 7 === 0 ? `${fields.name} | Demo Store`.slice(0, 255) : '',
        preorder_release_date: fields.availability === 'preorder' ? '2027-03-01T00:00:00+00:00' : null,
        preorder_message: id % 5 === 0 ? '0' : '',
        price_hidden_label: id % 5 === 0 ? '0' : '',
        view_count: fields.total_sold * 7,
        reviews_count: fields.total_sold % 9,
        reviews_rating_sum: (fields.total_sold % 9) * 4,
        custom_url: { url: urlOf(dice, id), is_customized: id % 10 === 0 },
      },
      created: summary.created,
      modified: summary.modified,
      lastImported: summary.lastImported,
      channels: summary.channels,
      variants,
      images: imagesOf(dice, { id, created: summary.created }),
      customFields: customFieldsOf(dice, id),
      options: assortment.options(id),
      modifiers: [],
      videos: [],
      bulkPricingRules:
        id % 41 === 0
          ? [{ id: id * IDS_PER_PRODUCT, quantity_min: 10, quantity_max: 0, type: 'percent', amount: 5 }]
          : [],
    };
  }

  private known(id: number): number | undefined {
    return Number.isInteger(id) && id >= FIRST_PRODUCT_ID && id <= this.lastId ? id : undefined;
  }

  private tracking(id: number, variants: number): InventoryTracking {
    const drawn = this.dice.pick(id, DRAW.tracking, ['none', 'none', 'product', 'variant'] as const);
    return drawn === 'variant' && variants === 0 ? 'product' : drawn;
  }

  private availability(id: number): 'available' | 'disabled' | 'preorder' {
    const roll = this.dice.roll(id, DRAW.availability) % 1000;
    if (roll < 940) return 'available';
    return roll < 975 ? 'disabled' : 'preorder';
  }

  private categoriesOf(id: number): number[] {
    const chosen = new Set<number>();
    const wanted = this.dice.between(id, DRAW.categoryCount, [0, 3]);
    for (let place = 0; place < wanted; place += 1) {
      chosen.add(FIRST_CATEGORY_ID + (this.dice.roll(id, DRAW.category + place) % this.visibleTreeSize));
    }
    return [...chosen];
  }

  private channelsOf(id: number): number[] {
    const roll = this.dice.roll(id, DRAW.channels) % 1000;
    if (roll < 950) return [1];
    if (roll < 970) return [1, 2];
    return roll < 985 ? [2] : [];
  }

  private related(id: number): number[] {
    if (this.count < 5 || !this.dice.chance(id, DRAW.related, 150)) return [-1];
    const offsets = [1, 2, 3].map(
      (step) => (id - FIRST_PRODUCT_ID + step * this.dice.between(id, DRAW.related, [1, 7])) % this.count,
    );
    return [...new Set(offsets.map((offset) => FIRST_PRODUCT_ID + offset))].filter((related) => related !== id);
  }
}
