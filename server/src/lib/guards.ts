/** Checks a value's type. Unlike a schema, it copies nothing: for values read hundreds of times per response. */
export type Guard<Value> = (value: unknown) => value is Value;

export const isText: Guard<string> = (value): value is string => typeof value === 'string';
export const isNumber: Guard<number> = (value): value is number => typeof value === 'number';
export const isBoolean: Guard<boolean> = (value): value is boolean => typeof value === 'boolean';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isListOf<Item>(isItem: Guard<Item>): Guard<Item[]> {
  return (value): value is Item[] => Array.isArray(value) && value.every(isItem);
}

/** @param parts the guards of all required properties; others are allowed */
export function isObjectOf<Shape extends object>(parts: {
  [Key in keyof Shape]-?: Guard<Shape[Key]>;
}): Guard<Shape> {
  const entries = Object.entries<Guard<unknown>>(parts);
  return (value): value is Shape => isRecord(value) && entries.every(([key, isPart]) => isPart(value[key]));
}
