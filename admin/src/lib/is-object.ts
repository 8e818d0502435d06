/** Whether a value of unknown shape has fields that can be looked at; arrays count. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
