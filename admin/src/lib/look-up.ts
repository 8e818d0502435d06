/** Looks up a name that the server sent; undefined for unknown names (from a newer server) and inherited properties. */
export function lookUp<Value>(known: Readonly<Record<string, Value>>, name: unknown): Value | undefined {
  return Object.entries(known).find(([each]) => each === name)?.[1];
}
