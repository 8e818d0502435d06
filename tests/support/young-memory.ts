/**
 * Arguments for Node that make it collect short-lived objects less often. In megabytes; without a minimum size, the
 * young generation starts at one megabyte, and is collected hundreds of times while a site starts.
 */
export const youngMemory: readonly string[] = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
