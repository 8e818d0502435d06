/*
 * What a worker process of the tests does once, however many test files it runs.
 */

// A site that ends removes all listeners of the process, as if that were its own. It added those for signals; those by
// which the test runner hears from its parent are to stay.
const removeAll = process.removeAllListeners.bind(process);
process.removeAllListeners = (event?: string | symbol) => {
  for (const name of event === undefined ? ['SIGINT', 'SIGTERM'] : [event]) removeAll(name);
  return process;
};

// Its parent may be killed (the time limit of `scripts/lib/follow.ts`), and a worker that runs on would be in the way of
// whatever comes next. `process.exit` is the test runner's here, and only throws.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
