import type { Simulator } from '../../../simulator/src/server';

/** The paths requested from a store until all of its events for an edit are processed. */
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

/** How many of these paths contain `part`. */
export const countOf = (paths: readonly string[], part: string): number =>
  paths.filter((path) => path.includes(part)).length;
