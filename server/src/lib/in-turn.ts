/** Gives the items of one iterable after the other: the next one begins when the one before it has ended, or was left. */
export function createInTurn() {
  let last: Promise<void> = Promise.resolve();

  return async function* inTurn<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item, void> {
    const before = last;
    let end = (): void => undefined;
    last = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    try {
      yield* items;
    } finally {
      end();
    }
  };
}
