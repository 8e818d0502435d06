/**
 * Runs work with a signal that is aborted with the first of these, for the same reason, until the work ends. On Node 20,
 * `AbortSignal.any` would leave an entry on each of them for as long as it exists (nodejs/node#55351), and some exist as
 * long as the process.
 */
export async function followSignals<Value>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const following = new AbortController();
  const leave = signals.map((signal) => {
    const onAbort = () => follow(signal);
    signal.addEventListener('abort', onAbort, { once: true });
    return () => signal.removeEventListener('abort', onAbort);
  });
  const leaveAll = () => leave.forEach((each) => each());
  const follow = ({ reason }: AbortSignal) => {
    // Work that ignores the signal may never end.
    leaveAll();
    following.abort(reason);
  };
  const aborted = signals.find((signal) => signal.aborted);
  if (aborted) follow(aborted);
  try {
    return await work(following.signal);
  } finally {
    leaveAll();
  }
}
