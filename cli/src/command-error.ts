import type { ExitCode } from './exit-codes';

interface Failure {
  exitCode: ExitCode;
  /** What was given, or what happened. */
  message: string;
  /** What is allowed, or what to do; null if there is nothing to add. */
  advice?: string | null;
  /** The site's own code of the failure, such as `sync_busy`; null if it gave none. */
  code?: string | null;
  /** The status of the site's answer; null if there was none. */
  status?: number | null;
  /** Whatever else the site said of it. */
  details?: unknown;
}

/** Ends a command; it is printed, and the process ends with its exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  readonly advice: string | null;
  readonly code: string | null;
  readonly status: number | null;
  readonly details: unknown;

  constructor({ exitCode, message, advice = null, code = null, status = null, details = null }: Failure) {
    super(message);
    this.exitCode = exitCode;
    this.advice = advice;
    this.code = code;
    this.status = status;
    this.details = details;
  }
}
