/**
 * The seed for randomly drawn test cases, and for the order of the tests in a file: the same each time, so that a run
 * only fails because of a change. `npm test -- … --sequence.seed=7` sets another one.
 */
export const testSeed = Number(process.env['TEST_SEED'] ?? 1);
