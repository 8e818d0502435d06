import type { EventLoop } from '../../lib/clock';
import type { ProductColumns } from './product-columns';

/** What a product is compared by. */
export interface RelatedQuery {
  categoryIds: readonly number[];
  brandId: number | null;
  limit: number;
}

interface Candidate {
  id: number;
  shared: number;
  isOfBrand: boolean;
  created: number;
}

// Takes a millisecond or two.
const rowsAtOnce = 20_000;

/** The products that share the most of the categories, with ties going to the same brand, and then to the newest. */
export async function selectRelated(
  columns: ProductColumns,
  { categoryIds, brandId, limit }: RelatedQuery,
  loop: Pick<EventLoop, 'turn'>,
): Promise<number[]> {
  if (categoryIds.length === 0 || limit === 0) return [];
  const sharedBy = columns.sharing(categoryIds);
  const best: Candidate[] = [];
  for (let row = 0; row < columns.size; row += 1) {
    if (row > 0 && row % rowsAtOnce === 0) await loop.turn();
    const shared = sharedBy(row);
    const worst = best.length < limit ? undefined : best.at(-1);
    if (shared === 0 || (worst && shared < worst.shared)) continue;
    const candidate = {
      id: columns.ids[row] ?? 0,
      shared,
      isOfBrand: brandId !== null && columns.brand[row] === brandId,
      created: columns.created[row] ?? 0,
    };
    if (worst && compare(candidate, worst) > 0) continue;
    best.splice(placeOf(candidate, best), 0, candidate);
    if (best.length > limit) best.pop();
  }
  return best.map(({ id }) => id);
}

/** Negative if the first one comes first. */
function compare(one: Candidate, other: Candidate): number {
  return (
    other.shared - one.shared ||
    Number(other.isOfBrand) - Number(one.isOfBrand) ||
    other.created - one.created ||
    other.id - one.id
  );
}

function placeOf(candidate: Candidate, sorted: readonly Candidate[]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = sorted[middle];
    if (there && compare(there, candidate) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
