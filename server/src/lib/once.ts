/** Computed at most once, and only when asked for. */
export function once<Value extends object>(compute: () => Value): () => Value {
  let computed: Value | null = null;
  return () => (computed ??= compute());
}
