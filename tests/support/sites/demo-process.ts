import { spawn } from 'node:child_process';
import { repository } from '../../../scripts/lib/paths';

/** `npm run demo` as a user starts it: with its own process group, as in a terminal. */
export interface DemoProcess {
  /** Everything it wrote so far. */
  output(): string;
  /** Resolves when the output contains the text; fails with the output if the demo ends before. */
  untilItSays(text: string): Promise<void>;
  /** What Ctrl+C does: SIGINT to every process of the group. */
  interrupt(): void;
  /** Kills everything immediately; for the cleanup of a failed test. */
  kill(): void;
  /** Its exit code. */
  ended: Promise<number | null>;
}

export function startDemo(args: readonly string[]): DemoProcess {
  const child = spawn(process.execPath, ['scripts/demo.mjs', ...args], {
    cwd: repository,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  const onData = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', onData);
  child.stderr.on('data', onData);
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, name);
  };

  return {
    output: () => output,
    ended,
    interrupt: () => signal('SIGINT'),
    kill: () => signal('SIGKILL'),
    untilItSays(text) {
      return new Promise((done, failed) => {
        const look = (): void => {
          if (!output.includes(text)) return;
          listeners.delete(look);
          done();
        };
        listeners.add(look);
        look();
        void ended.then(() => failed(new Error(`the demo ended before it said "${text}"\n${output}`)));
      });
    },
  };
}
