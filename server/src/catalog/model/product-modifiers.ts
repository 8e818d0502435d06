/** By how much a choice changes a price or a weight: by an amount, or by percent of it; negative ones lower it. */
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
  /** Why it cannot be bought, in the store's words. */
  message: string;
  /** Of a swatch. */
  colors: string[];
  /** The picture of a swatch, or what the product looks like with it; null if there is none. */
  image: string | null;
  /** Of a list of products. */
  productId: number | null;
  /** Of a checkbox: whether it stands for the checked one of its two values. */
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
  /** A day, as in 2026-11-25. */
  earliest?: string;
  latest?: string;
  /** Kinds such as `images`, and endings such as `pdf`. */
  fileTypes?: string[];
  /** In kilobytes. */
  maxFileSize?: number;
}

/** What a shopper chooses or enters in addition to the variant (upstream 20.7). */
export interface CatalogModifier {
  id: number;
  /** What shoppers read. */
  name: string;
  /** Upstream's word, such as `dropdown` or `text`. */
  type: string;
  isRequired: boolean;
  /** What is entered unless the shopper enters something else; null if nothing is. */
  defaultValue: string | null;
  /** The label next to a checkbox; null for others. */
  checkboxLabel: string | null;
  limits: ModifierLimits;
  values: CatalogModifierValue[];
}

/** The modifiers of products, as they were read last. */
export interface ProductModifiers {
  /** By product id, in the store's order; a product whose modifiers were never read is left out. */
  read(productIds: readonly number[]): Promise<ReadonlyMap<number, CatalogModifier[]>>;
}
