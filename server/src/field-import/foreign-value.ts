import { z } from 'zod';
import type { UnreadableReason } from '../../../contracts/admin/field-import';
import { isUpstreamId, upstreamIdIn } from '../catalog/model';

/**
 * A stored value, as the field of `@strapi-community/bigcommerce` wrote it. `cleared`: an editor removed the product.
 * `plain`: not an object, like the values of our own field.
 */
export type ForeignValue =
  | { kind: 'product'; id: number }
  | { kind: 'cleared' }
  | { kind: 'plain'; value: unknown }
  | { kind: 'unreadable'; reason: UnreadableReason };

const objectSchema = z.record(z.string(), z.unknown());

/**
 * Reads a value of the other plugin's field, `{productId, name, id}`. `id` is the product that was chosen before this
 * one, so it is ignored; an older version had `product` instead of `productId`. An entry that was saved while the
 * other plugin had put the store's product in the value's place holds the whole product, with `productId`.
 * @param text JSON as it is stored
 */
export function readForeignValue(text: string): ForeignValue {
  const parsed = parse(text);
  if (parsed === undefined) return { kind: 'unreadable', reason: 'not_json' };
  const object = objectSchema.safeParse(parsed);
  if (!object.success) return { kind: 'plain', value: parsed };

  const { productId, product, ...rest } = object.data;
  const named = [productId, product].filter((given) => given !== undefined && given !== null && given !== '');
  if (named.length === 0)
    return isCleared(object.data, rest) ? { kind: 'cleared' } : { kind: 'unreadable', reason: 'no_product' };
  const ids = new Set(named.map(idOf));
  const [id = null] = ids;
  if (ids.has(null) || id === null) return { kind: 'unreadable', reason: 'not_an_id' };
  return ids.size === 1 ? { kind: 'product', id } : { kind: 'unreadable', reason: 'two_products' };
}

/** Other objects, from a field that was JSON before it was ours, do not count as cleared: clearing cannot be undone. */
function isCleared(value: Readonly<Record<string, unknown>>, rest: Readonly<Record<string, unknown>>): boolean {
  const isMarked = 'productId' in value || 'product' in value || ('name' in rest && 'id' in rest);
  return isMarked && Object.keys(rest).every((key) => key === 'name' || key === 'id');
}

function idOf(given: unknown): number | null {
  if (typeof given === 'string') return upstreamIdIn(given);
  return isUpstreamId(given) ? given : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
