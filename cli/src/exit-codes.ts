/** Exit codes of the process; scripts rely on them (docs/command-line.md). */
export const exitCodes = {
  done: 0,
  /** The operation failed on the site; or the site's response could not be understood. */
  failed: 1,
  /** The command line itself, or a value in it, is wrong. Nothing was done. */
  usage: 2,
  /** The site rejected it: no permission, a conflict with work under way, or too many requests. */
  refused: 3,
  /** No site with Commerce Bridge responded at this address. */
  unreachable: 4,
  /** Some of it succeeded and some failed. */
  partial: 5,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code for several operations: `partial` if some failed and some succeeded, or else that of the first failure. */
export function combined(codes: readonly ExitCode[]): ExitCode {
  const failure = codes.find((code) => code !== exitCodes.done);
  if (failure === undefined) return exitCodes.done;
  return codes.some((code) => code === exitCodes.done || code === exitCodes.partial) ? exitCodes.partial : failure;
}
