import type { EventLoop } from '../../lib/clock';
import type { ColumnRows } from './column-rows';
import { ProductColumns } from './product-columns';

/** How all columns are read: piece by piece, until the signal is aborted. */
export interface Loading {
  loop: Pick<EventLoop, 'turn'>;
  signal: AbortSignal;
}

type LoadedRows = Pick<ColumnRows, 'facts' | 'ordered' | 'titled' | 'categories' | 'factsOf'>;

/**
 * Reads all columns, piece by piece, so that requests run in between. Changes made meanwhile may be missing or included
 * only in part: apply them afterward.
 * @throws the signal's reason when aborted
 */
export async function loadColumns({ rows, ...loading }: Loading & { rows: LoadedRows }): Promise<ProductColumns> {
  const columns = new ProductColumns();
  await eachPiece(rows.facts(), loading, (products) => {
    for (const product of products) columns.append(product);
  });
  for (const by of ['price', 'date'] as const) {
    await eachPiece(rows.ordered(by), loading, (values) => {
      for (const value of values) columns.appendValue(by, value);
    });
  }
  await loadCategories(columns, { rows, ...loading });
  await loadTitles(columns, { rows, ...loading });
  columns.hasTitles = true;
  await addMissing(columns, rows);
  return columns;
}

/** Reads the order by title anew. It is as old as its pieces: `hasTitles` is left to the caller. */
export async function loadTitles(
  columns: ProductColumns,
  { rows, ...loading }: Loading & { rows: Pick<ColumnRows, 'titled'> },
): Promise<void> {
  columns.dropTitles();
  await eachPiece(rows.titled(), loading, (ids) => {
    for (const id of ids) columns.appendTitle(id);
  });
}

async function loadCategories(
  columns: ProductColumns,
  { rows, ...loading }: Loading & { rows: Pick<ColumnRows, 'categories'> },
): Promise<void> {
  let product: { id: number; categoryIds: number[] } | null = null;
  const finish = () => {
    const row = product && columns.rowOf(product.id);
    if (product && row !== null) columns.setCategories(row, product.categoryIds);
  };
  await eachPiece(rows.categories(), loading, (listings) => {
    for (const { productId, categoryId } of listings) {
      if (product?.id !== productId) {
        finish();
        product = { id: productId, categoryIds: [] };
      }
      product.categoryIds.push(categoryId);
    }
  });
  finish();
}

/** A product that moved while an order was read may be in none of its pieces. */
async function addMissing(columns: ProductColumns, rows: Pick<ColumnRows, 'factsOf'>): Promise<void> {
  const { byDate, byPrice, count, ids, price, created } = columns;
  if (byDate.length === count && byPrice.length === count) return;
  const missing = Array.from(columns.byId.rows)
    .filter((row) => Number.isNaN(price[row]) || Number.isNaN(created[row]))
    .map((row) => ids[row] ?? 0);
  const found = await rows.factsOf(missing);
  columns.put(found);
  const published = new Set(found.map(({ id }) => id));
  columns.remove(missing.filter((id) => !published.has(id)));
}

/** Passes on each piece; requests run in between. */
export async function eachPiece<Piece>(
  pieces: AsyncIterable<Piece>,
  { loop, signal }: Loading,
  take: (piece: Piece) => void,
): Promise<void> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    take(piece);
    await loop.turn();
  }
}
