/** Puts this process into a time zone, as the variable `TZ` does at its start; gives back how to return. */
export function enterTimeZone(name: string): () => void {
  const before = process.env['TZ'];
  process.env['TZ'] = name;
  return () => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  };
}
