/*
 * Setup of a test worker process, once for all its test files.
 */

// A stopping site removes all listeners of the process, as if it owned the process. It may remove those for signals;
// those that connect the test runner to its parent must stay.
const removeAll = process.removeAllListeners.bind(process);
process.removeAllListeners = (event?: string | symbol) => {
  for (const name of event === undefined ? ['SIGINT', 'SIGTERM'] : [event]) removeAll(name);
  return process;
};

// Its parent may be killed (the time limit of `scripts/lib/follow.ts`), and a worker that keeps running would interfere
// with later runs. The test runner replaces `process.exit` by a function that only throws.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
