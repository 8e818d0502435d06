import type { CommandContext } from '../command';
import { CommandError, HalfDoneError } from '../command-error';
import { type ExitCode, exitCodes } from '../exit-codes';

/** What became of one of several arguments. */
export interface EachResult<Result> {
  given: string;
  /** Null if it failed. */
  result: Result | null;
  /** Null if it did not. */
  error: { message: string; code: string | null } | null;
  exitCode: ExitCode;
}

/**
 * Does something for each argument in turn; one that the site rejects does not keep it from the others.
 * @throws CommandError once the site cannot be reached or refuses the token: the others would fail alike; with what was done
 * before, if anything was
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

/** What became of one of them, as `--json` prints it. */
export function shownToScripts({ given, result, error }: EachResult<object>): object {
  return { given, ...(result ?? { error }) };
}

const concernsAll = ({ exitCode, status }: CommandError): boolean =>
  exitCode === exitCodes.unreachable || (status !== null && [401, 403, 429].includes(status));
