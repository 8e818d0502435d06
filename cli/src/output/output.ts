import type { Writable } from 'node:stream';
import { once } from 'node:events';
import { CommandError } from '../command-error';
import { exitCodes } from '../exit-codes';
import { printable, printableJson } from './printable';

/** A stream of the process; a pipe lacks a terminal's properties. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number };

/** Prints for a command, without secrets and terminal control characters: names and errors come from elsewhere. */
export interface Output {
  /** One line of the result, on standard output; resolves when there is room for another line. */
  line(text: string): Promise<void>;
  /** Any number of lines of the command's own text, such as its help, on standard output. */
  ownText(text: string): Promise<void>;
  /** The result for scripts: JSON, on standard output. */
  json(value: unknown): Promise<void>;
  /** One of many results for scripts: JSON, on its own line. */
  record(value: unknown): Promise<void>;
  /** From now on, standard output has records only, one per line. */
  beginRecords(): void;
  readonly hasRecords: boolean;
  /** One line for people, on standard error, so that the result stays clean. */
  note(text: string): void;
  /** Shows progress: rewritten in place on a terminal, otherwise as a plain line. */
  progress(text: string): void;
  /** Ends the line that is rewritten in place. */
  endProgress(): void;
  /** Whether progress is rewritten in place. */
  readonly isTerminal: boolean;
  /** Whether nothing more can be printed, for example because the reader of standard output (`head`) has exited. */
  readonly isClosed: boolean;
  /**
   * Resolves when all output is written, or its reader has exited.
   * @throws CommandError if the output could not be written, for example to a full disk
   */
  written(): Promise<void>;
}

export interface OutputOptions {
  stdout: OutputStream;
  stderr: OutputStream;
  /** Never printed, no matter which text contains them. */
  secrets: readonly string[];
}

export function createOutput({ stdout, stderr, secrets }: OutputOptions): Output {
  let isClosed = false;
  let hasOpenLine = false;
  let hasRecords = false;
  stdout.on('error', () => {
    isClosed = true;
  });
  stderr.on('error', () => undefined);
  const withoutSecrets = (text: string): string =>
    secrets.reduce((all, secret) => all.replaceAll(secret, '[hidden]'), text);

  const clean = (text: string): string => withoutSecrets(printable(text));

  async function print(text: string): Promise<void> {
    if (isClosed || stdout.destroyed) return;
    endProgress();
    if (!stdout.write(`${withoutSecrets(text)}\n`)) await room();
  }

  /** Resolves when the reader has caught up, or has exited. */
  async function room(): Promise<void> {
    const waiting = new AbortController();
    const { signal } = waiting;
    try {
      await Promise.race([once(stdout, 'drain', { signal }), once(stdout, 'close', { signal })]);
    } finally {
      // Otherwise, one of the two listeners would leak with each record of an export.
      waiting.abort();
    }
  }

  /** The terminal's width. A terminal whose size was never set, as in a container, reports 0. */
  function width(): number {
    const columns = stderr.columns ?? 0;
    return columns > 0 ? columns : 80;
  }

  function endProgress(): void {
    if (hasOpenLine) stderr.write('\n');
    hasOpenLine = false;
  }

  return {
    line: (text) => print(printable(text)).catch(() => undefined),
    ownText: (text) => print(text).catch(() => undefined),
    json: (value) => print(printableJson(value, 2)).catch(() => undefined),
    record: (value) => print(printableJson(value)).catch(() => undefined),
    beginRecords() {
      hasRecords = true;
    },
    get hasRecords() {
      return hasRecords;
    },
    note(text) {
      endProgress();
      stderr.write(`${clean(text)}\n`);
    },
    progress(text) {
      if (stderr.isTTY !== true) {
        stderr.write(`${clean(text)}\n`);
        return;
      }
      stderr.write(`\r\u001B[K${clean(text).slice(0, width() - 1)}`);
      hasOpenLine = true;
    },
    endProgress,
    isTerminal: stderr.isTTY === true,
    get isClosed() {
      return isClosed;
    },
    async written() {
      await settled(stdout);
      const { errored } = stdout;
      if (errored === null || isGone(errored)) return;
      const message = `The result could not be written completely: ${errored.message}.`;
      throw new CommandError({ exitCode: exitCodes.failed, message });
    },
  };
}

/** Whether a write failed because the reader has exited. */
const isGone = (error: Error): boolean => 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');

/** Resolves once everything is written, or nothing more can be. */
export function settled(stream: OutputStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}
