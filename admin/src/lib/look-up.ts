/** What is stored under a name that came from the server: nothing for one that a newer server made up, or that every object has. */
export function lookUp<Value>(known: Readonly<Record<string, Value>>, name: unknown): Value | undefined {
  return Object.entries(known).find(([each]) => each === name)?.[1];
}
