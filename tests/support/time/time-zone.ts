/** Puts this process into a time zone, like the variable `TZ` at startup; returns a function that undoes it. */
export function enterTimeZone(name: string): () => void {
  const before = process.env['TZ'];
  process.env['TZ'] = name;
  return () => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  };
}
