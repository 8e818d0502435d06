import type { Simulator } from '../../../simulator/src/server';

/** The paths of what is sent to a store until everything that it reported of an edit is processed. */
export async function pathsSent(
  { requests }: Simulator,
  { edit, settled }: { edit: () => void; settled: () => Promise<void> },
): Promise<string[]> {
  const before = requests.all(() => true).length;
  edit();
  await settled();
  return requests
    .all(() => true)
    .slice(before)
    .map(({ path }) => path);
}

/** How many of these paths contain this. */
export const countOf = (paths: readonly string[], part: string): number =>
  paths.filter((path) => path.includes(part)).length;
