import type { ProductResync } from '../../../../contracts/admin/catalog';
import { databaseWords } from '../../lib/errors';

/**
 * Reports a record that the database refuses (for its characters or size) as failed, like one that cannot be used.
 * @throws any other error of the work
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
