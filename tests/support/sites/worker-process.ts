/*
 * Setup of a test worker process, once for all its test files.
 */

// A stopping site removes all listeners of the process, as if the process were its own. Its own are those for
// signals; those that connect the test runner with its parent must stay.
const removeAll = process.removeAllListeners.bind(process);
process.removeAllListeners = (event?: string | symbol) => {
  for (const name of event === undefined ? ['SIGINT', 'SIGTERM'] : [event]) removeAll(name);
  return process;
};

// Its parent may be killed (the time limit of `scripts/lib/follow.ts`), and a worker that keeps running would
// interfere with what comes next. `process.exit` is the test runner's here, and only throws.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
