import { Writable } from 'node:stream';
import type { OutputStream } from './output';

/**
 * Reserves standard output for the result: everything else that the process prints there, such as the log of a loaded
 * site, is redirected to standard error, so that scripts can read the result.
 */
export function reserveStdout({ stdout, stderr }: { stdout: OutputStream; stderr: OutputStream }): OutputStream {
  const write = stdout.write.bind(stdout);
  const reserved: OutputStream = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, encoding, done) => void write(chunk, encoding, done),
  });
  // The write callback receives the error as well.
  stdout.on('error', () => undefined);
  stderr.on('error', () => undefined);
  Object.assign(stdout, { write: stderr.write.bind(stderr) });
  return reserved;
}
