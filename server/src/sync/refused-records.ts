import type { ProductResync } from '../../../contracts/admin/catalog';
import { databaseWords } from '../lib/errors';

/**
 * Says of a record that the database refuses (its letters, its size) that it failed and why, as of one that cannot be used.
 * @throws what else the work throws
 */
export async function unlessRefused(id: number, work: () => Promise<ProductResync>): Promise<ProductResync> {
  try {
    return await work();
  } catch (error) {
    const refusal = databaseWords(error);
    if (refusal === null) throw error;
    return { id, outcome: 'failed', reason: `The database rejected it: ${refusal}` };
  }
}
