import { type ExitCode, exitCodes } from './exit-codes';

interface Failure {
  exitCode: ExitCode;
  /** What was given, or what happened. */
  message: string;
  /** What is allowed, or what to do; null if there is nothing to add. */
  advice?: string | null;
  /** The site's own code of the failure, such as `sync_busy`; null if it gave none. */
  code?: string | null;
  /** The status of the site's response; null if there was none. */
  status?: number | null;
  /** What else the site said about it. */
  details?: unknown;
  cause?: unknown;
}

/** Ends a command; it is printed, and the process ends with its exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  readonly advice: string | null;
  readonly code: string | null;
  readonly status: number | null;
  readonly details: unknown;

  constructor({ exitCode, message, advice = null, code = null, status = null, details = null, cause }: Failure) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.advice = advice;
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** A command that failed halfway: what it had done by then is printed as well. */
export class HalfDoneError extends CommandError {
  /**
   * @param error what ended it
   * @param done the result until then, as scripts get it
   */
  constructor(
    error: unknown,
    readonly done: object,
  ) {
    const failure = error instanceof CommandError ? error : { exitCode: exitCodes.failed, message: String(error) };
    super({ ...failure, message: failure.message, cause: error });
  }
}
