import type { MarketChange } from '../markets/changes';
import type { Category } from './model';
import type { ProductFields } from './product-model';

export type EditAction = 'created' | 'updated' | 'deleted';

/** Orders have their own events (upstream 4.2). */
export type StockCause = 'edit' | 'order';

/** What an edit did, for listeners (such as webhooks). */
export type Change =
  | { entity: 'product'; action: EditAction; productId: number; fields: (keyof ProductFields)[] }
  | {
      entity: 'product stock';
      productId: number;
      /** The base variant of a simple product; null for one with options. */
      variantId: number | null;
      change: number;
      level: number;
      warningLevel: number;
      cause: StockCause;
    }
  | { entity: 'variant'; action: EditAction; productId: number; variantId: number; skuId: number | null }
  | {
      entity: 'variant stock';
      productId: number;
      variantId: number;
      skuId: number | null;
      tracked: boolean;
      change: number;
      level: number;
      warningLevel: number;
      cause: StockCause;
    }
  | { entity: 'modifier'; action: EditAction; productId: number; modifierId: number }
  | { entity: 'image'; action: EditAction; productId: number }
  | { entity: 'custom fields'; action: EditAction; productId: number }
  | { entity: 'category assignment'; productId: number; categories: number[]; before: number[] }
  | { entity: 'channel assignment'; action: 'assigned' | 'unassigned'; productId: number; channelId: number }
  | { entity: 'category'; action: EditAction; category: Category; fields: (keyof Category)[] }
  | { entity: 'brand'; action: EditAction; brandId: number }
  | { entity: 'store' }
  | MarketChange;

export type ChangeListener = (change: Change) => void;

/** An edit to something that does not exist in the store. */
export class UnknownEntityError extends Error {
  override readonly name = 'UnknownEntityError';

  constructor(
    readonly entity: string,
    readonly id: number,
  ) {
    super(`The simulated store has no ${entity} ${id}.`);
  }
}

/** Some fields of an object; undefined counts as absent. */
export type Changes<Item> = { [Field in keyof Item]?: Item[Field] | undefined };

/** Writes a copy of what is defined in `changes` into the target. */
export function apply<Item extends object>(target: Item, changes: Changes<Item>): void {
  for (const [field, value] of Object.entries(changes))
    if (value !== undefined) Object.assign(target, { [field]: structuredClone(value) });
}
