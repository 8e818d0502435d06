/**
 * What a test draws its cases from, and the order in which the tests of a file run: the same each time, so that a run fails only
 * for what has changed. `npm test -- … --sequence.seed=7` draws others.
 */
export const testSeed = Number(process.env['TEST_SEED'] ?? 1);
