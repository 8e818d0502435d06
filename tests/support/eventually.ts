const firstPause = 20;
const longestPause = 250;

/**
 * Looks until the condition holds, less and less often: the way tests wait for work in the background.
 * @param look returns null or false while it does not hold yet
 * @param patience in milliseconds; how long it takes is no test's business, so it is long
 * @throws Error when patience ends
 */
export async function eventually<Value>(look: () => Promise<Value | null | false>, patience = 60_000): Promise<Value> {
  const deadline = Date.now() + patience;
  for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 1.5)) {
    const found = await look();
    if (found !== null && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`this did not come true within ${patience} ms: ${look.toString()}`);
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
}
