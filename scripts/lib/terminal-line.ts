import type { WriteStream } from 'node:tty';

/** A line that is rewritten in place: progress on a terminal, an occasional line if the output is a file. */
export interface TerminalLine {
  show(text: string): void;
  /** The last text; stays. */
  finish(text: string): void;
}

const pauseBetweenLines = 2000;

export function createTerminalLine(output: WriteStream): TerminalLine {
  let lastWritten = 0;
  return {
    show(text) {
      if (output.isTTY) {
        output.write(`\r\u001B[K${text.slice(0, output.columns - 1)}`);
        return;
      }
      if (Date.now() - lastWritten < pauseBetweenLines) return;
      lastWritten = Date.now();
      output.write(`${text}\n`);
    },
    finish(text) {
      output.write(output.isTTY ? `\r\u001B[K${text}\n` : `${text}\n`);
    },
  };
}
