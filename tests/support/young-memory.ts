/**
 * Arguments for Node that make it collect short-lived objects less often. In megabytes; without a minimum size, the
 * young generation starts at one megabyte, and is collected hundreds of times while a site starts. Further threads for
 * the collection would only compete with other tests: without them, the same tests take 7 percent less processor time.
 */
export const youngMemory: readonly string[] = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--single-threaded-gc',
];
