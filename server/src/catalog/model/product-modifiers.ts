/** How much a choice changes a price or a weight: by an amount or a percentage; negative values lower it. */
export interface Adjustment {
  kind: 'relative' | 'percentage';
  value: number;
}

/** One of the values that a modifier offers. */
export interface CatalogModifierValue {
  id: number;
  label: string;
  isDefault: boolean;
  price: Adjustment | null;
  weight: Adjustment | null;
  isPurchaseDisabled: boolean;
  /** Why it cannot be bought, as worded by the store. */
  message: string;
  /** For swatches. */
  colors: string[];
  /** The image of a swatch, or of the product with this value; null if there is none. */
  image: string | null;
  /** For lists of products. */
  productId: number | null;
  /** For checkboxes: whether this is the value for the checked state. */
  isChecked: boolean | null;
}

/** What a shopper may enter; absent where there is no limit. */
export interface ModifierLimits {
  minLength?: number;
  maxLength?: number;
  maxLines?: number;
  min?: number;
  max?: number;
  integersOnly?: true;
  /** A date, such as 2026-11-25. */
  earliest?: string;
  latest?: string;
  /** Kinds such as `images`, and file extensions such as `pdf`. */
  fileTypes?: string[];
  /** In kilobytes. */
  maxFileSize?: number;
}

/** What a shopper chooses or enters in addition to the variant (upstream 20.7). */
export interface CatalogModifier {
  id: number;
  /** As shown to shoppers. */
  name: string;
  /** Upstream's name for the type, such as `dropdown` or `text`. */
  type: string;
  isRequired: boolean;
  /** Used unless the shopper enters something else; null if there is none. */
  defaultValue: string | null;
  /** The label next to a checkbox; null for other types. */
  checkboxLabel: string | null;
  limits: ModifierLimits;
  values: CatalogModifierValue[];
}

/** The modifiers of products, as last read. */
export interface ProductModifiers {
  /** By product id, in the store's order; a product whose modifiers were never read is left out. */
  read(productIds: readonly number[]): Promise<ReadonlyMap<number, CatalogModifier[]>>;
}
