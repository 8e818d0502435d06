const lookEvery = 25;

/**
 * Looks until the condition holds: the way tests wait for work in the background.
 * @param look answers null or false while it does not hold yet
 * @param patience in milliseconds
 * @throws Error when patience ends
 */
export async function eventually<Value>(look: () => Promise<Value | null | false>, patience = 30_000): Promise<Value> {
  const deadline = Date.now() + patience;
  for (;;) {
    const found = await look();
    if (found !== null && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`this did not come true within ${patience} ms: ${look.toString()}`);
    await new Promise((resolve) => {
      setTimeout(resolve, lookEvery);
    });
  }
}
