import type { CommandContext } from '../command';
import { CommandError, HalfDoneError } from '../command-error';
import { type ExitCode, exitCodes } from '../exit-codes';

/** The outcome for one of several arguments. */
export interface EachResult<Result> {
  given: string;
  /** Null if it failed. */
  result: Result | null;
  /** Null if it did not. */
  error: { message: string; code: string | null } | null;
  exitCode: ExitCode;
}

/**
 * Does something for each argument in turn, and continues if the site rejects one of them. @throws CommandError if the
 * site cannot be reached, rejects the token, or limits requests, because the other arguments would fail, too; includes
 * what was done before, if anything
 */
export async function eachOf<Result extends object>(
  args: readonly string[],
  { output }: CommandContext,
  work: (given: string) => Promise<{ result: Result; exitCode: ExitCode }>,
): Promise<EachResult<Result>[]> {
  const results: EachResult<Result>[] = [];
  for (const given of args) {
    try {
      results.push({ given, error: null, ...(await work(given)) });
    } catch (error) {
      if (!(error instanceof CommandError) || concernsAll(error)) throw results.length === 0 ? error : halfDone(error);
      const { message, code, exitCode } = error;
      output.note(`${given}: ${message}`);
      results.push({ given, result: null, error: { message, code }, exitCode });
    }
  }
  return results;

  function halfDone(error: unknown): HalfDoneError {
    return new HalfDoneError(error, { results: results.map(shownToScripts) });
  }
}

/** The outcome for one argument, as `--json` prints it. */
export function shownToScripts({ given, result, error }: EachResult<object>): object {
  return { given, ...(result ?? { error }) };
}

const concernsAll = ({ exitCode, status }: CommandError): boolean =>
  exitCode === exitCodes.unreachable || (status !== null && [401, 403, 429].includes(status));
