/**
 * Runs work whose signal is aborted after `timeLimit` milliseconds, with a `TimeoutError`, or when the caller interrupts
 * it. `AbortSignal.timeout` would not do: if only other signals depend on it, Node 20 may collect it as garbage, and it
 * is never aborted.
 */
export async function withinTimeLimit<Value>(
  { timeLimit, interrupted }: { timeLimit: number; interrupted: AbortSignal },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const overtime = new AbortController();
  const timer = setTimeout(
    () => overtime.abort(new DOMException('The operation timed out', 'TimeoutError')),
    timeLimit,
  );
  try {
    return await work(AbortSignal.any([overtime.signal, interrupted]));
  } finally {
    clearTimeout(timer);
  }
}
