import type { MarketProductRecord } from '../catalog/model';
import { presentListItem, type ProductViewContext } from '../catalog/views';

/** The JSON of a page of products, in parts. @param items the JSON of each; empty afterward, as in `prepareText` */
export function pageJson(items: string[], { total, pageSize }: { total: number; pageSize: number }): string[] {
  return ['{"products":[', ...separated(items.splice(0)), `],"total":${total},"pages":${Math.ceil(total / pageSize)}}`];
}

/** Adds a comma after each item but the last. */
export function separated(items: readonly string[]): string[] {
  return items.flatMap((item, at) => (at === 0 ? item : [',', item]));
}

/** The JSON of each item of a list, and the products' ids. No record stays in memory longer than its piece. */
export async function listJson(
  pieces: AsyncIterable<readonly MarketProductRecord[]>,
  context: ProductViewContext,
): Promise<{ json: string[]; shown: { id: number }[] }> {
  const json: string[] = [];
  const shown: { id: number }[] = [];
  for await (const records of pieces)
    for (const record of records) {
      json.push(JSON.stringify(presentListItem(record, context)));
      shown.push({ id: record.id });
    }
  return { json, shown };
}
