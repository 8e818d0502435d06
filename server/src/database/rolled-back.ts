import type { Transaction } from './database';

class RolledBack extends Error {}

/**
 * Runs the work in a transaction, or a savepoint, that is always rolled back.
 * @param begin runs a function in a new transaction
 * @returns what the work returned
 * @throws what the work, or the transaction, threw
 */
export async function rolledBack<Result>(
  begin: (work: (transaction: Transaction) => Promise<never>) => Promise<unknown>,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const outcomes: { result: Result }[] = [];
  try {
    await begin(async (transaction) => {
      outcomes.push({ result: await work(transaction) });
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  const last = outcomes.at(-1);
  if (!last) throw new Error('the transaction ended before its work');
  return last.result;
}
