/** Processes items, `atOnce` at a time. After a failure, it starts no more, waits for those under way, and throws. */
export async function inParallel<Item>(
  items: readonly Item[],
  { atOnce, work }: { atOnce: number; work: (item: Item) => Promise<void> },
): Promise<void> {
  const waiting = [...items];
  const failures: unknown[] = [];
  const runner = async () => {
    for (let item = waiting.shift(); item !== undefined && failures.length === 0; item = waiting.shift()) {
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
  if (failures.length > 0) throw failures[0];
}
