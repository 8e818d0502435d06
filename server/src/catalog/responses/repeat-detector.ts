/**
 * Reports whether a key was requested before; remembers the last `most` keys.
 * @returns a function to call once for each request
 */
export function createRepeatDetector(most: number): (key: string) => boolean {
  const known = new Set<string>();
  return (key) => {
    const isKnown = known.delete(key);
    known.add(key);
    const [oldest] = known;
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return isKnown;
  };
}
