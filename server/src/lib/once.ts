/** Computes a value at most once, on first use. */
export function once<Value extends object>(compute: () => Value): () => Value {
  let computed: Value | null = null;
  return () => (computed ??= compute());
}
