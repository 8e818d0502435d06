import { CommandError } from '../command-error';
import { exitCodes } from '../exit-codes';

/** Converts an error of `fetch` to one with advice. */
export function unreachable(
  error: unknown,
  { address, timeLimit }: { address: string; timeLimit: number },
): CommandError {
  const seconds = timeLimit / 1000;
  if (error instanceof Error && error.name === 'TimeoutError') {
    return failure(
      `${address} did not respond completely within ${seconds} seconds.`,
      'Allow more with --timeout; what was asked for may have been done.',
    );
  }
  if (error instanceof Error && error.name === 'AbortError')
    return new CommandError({ exitCode: exitCodes.failed, message: 'Stopped before the site responded.' });
  return failure(`${address} could not be reached: ${reasonOf(error)}.`, 'Check --url, and that the site is running.');
}

function failure(message: string, advice: string): CommandError {
  return new CommandError({ exitCode: exitCodes.unreachable, message, advice });
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the host could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_SOCKET: 'the connection broke before the response was complete',
};

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : null;
  if (code !== null) return words[code] ?? code;
  return cause instanceof Error ? cause.message : 'no response came';
}
