import { type ExitCode, exitCodes } from './exit-codes';

interface Failure {
  exitCode: ExitCode;
  /** What is wrong, or what happened. */
  message: string;
  /** What is allowed, or what to do; null if there is no advice. */
  advice?: string | null;
  /** The site's error code, such as `sync_busy`; null if it sent none. */
  code?: string | null;
  /** The status of the site's response; null if there was none. */
  status?: number | null;
  /** Further details from the site. */
  details?: unknown;
  cause?: unknown;
}

/** Ends a command: the error is printed, and the process exits with its exit code. */
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

/** Ends a command that failed halfway: what it had done until then is printed as well. */
export class HalfDoneError extends CommandError {
  /**
   * @param error the error that ended the command
   * @param done the result until then, in the format for scripts
   */
  constructor(
    error: unknown,
    readonly done: object,
  ) {
    const failure = error instanceof CommandError ? error : { exitCode: exitCodes.failed, message: String(error) };
    super({ ...failure, message: failure.message, cause: error });
  }
}
