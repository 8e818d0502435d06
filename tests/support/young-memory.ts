/**
 * Arguments for Node: what is thrown away soon is collected less often. In megabytes; without a smallest size, a process begins
 * with one, and a site's start alone collects it hundreds of times.
 */
export const youngMemory: readonly string[] = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
