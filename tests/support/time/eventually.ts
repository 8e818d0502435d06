const firstPause = 20;
const longestPause = 250;

/**
 * Polls until the condition is true, at increasing intervals: how tests wait for background work.
 * @param look returns null or false while the condition is not true yet
 * @param patience in milliseconds; long, since tests do not measure durations, and shared machines stall for a minute or two
 * @throws Error after that time
 */
export async function eventually<Value>(look: () => Promise<Value | null | false>, patience = 180_000): Promise<Value> {
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
