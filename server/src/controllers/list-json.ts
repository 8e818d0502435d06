import type { MarketProductRecord } from '../catalog/model';
import { presentListItem, type ProductViewContext } from '../catalog/views';
import { chunksOf } from '../lib/chunks';
import type { EventLoop } from '../lib/clock';

// With all groups, two milliseconds or so.
const itemsAtOnce = 10;

/** The JSON of a page of products, in parts. @param items the JSON of each; empty afterward, as in `prepareText` */
export function pageJson(items: string[], { total, pageSize }: { total: number; pageSize: number }): string[] {
  return ['{"products":[', ...separated(items.splice(0)), `],"total":${total},"pages":${Math.ceil(total / pageSize)}}`];
}

/** With a comma after each item but the last. */
export function separated(items: readonly string[]): string[] {
  return items.flatMap((item, at) => (at === 0 ? item : [',', item]));
}

/** The JSON of each item of a list, made in pieces between which other requests are served. */
export async function listJson(
  records: readonly MarketProductRecord[],
  context: ProductViewContext,
  loop: Pick<EventLoop, 'turn'>,
): Promise<string[]> {
  const items: string[] = [];
  for (const some of chunksOf(records, itemsAtOnce)) {
    if (records.length > itemsAtOnce) await loop.turn();
    for (const record of some) items.push(JSON.stringify(presentListItem(record, context)));
  }
  return items;
}
