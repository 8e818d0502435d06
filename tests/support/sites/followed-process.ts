import { spawn } from 'node:child_process';
import { repository } from '../../../scripts/lib/paths';

/** A command as a user starts it: with its own process group, as in a terminal. */
export interface FollowedProcess {
  /** Everything it wrote so far. */
  output(): string;
  /** Resolves when the output contains the text; fails with the output if the process ends before. */
  waitForOutput(text: string): Promise<void>;
  /** What Ctrl+C does: SIGINT to every process of the group. */
  interrupt(): void;
  /** Kills everything immediately; for the cleanup of a failed test. */
  kill(): void;
  /** Its exit code. */
  ended: Promise<number | null>;
}

export interface FollowedCommand {
  command: string;
  args: readonly string[];
  /** Default: the repository. */
  cwd?: string;
  /** Default: this process's environment. */
  env?: NodeJS.ProcessEnv;
}

export function startFollowed({
  command,
  args,
  cwd = repository,
  env = process.env,
}: FollowedCommand): FollowedProcess {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const listeners = new Set<() => void>();
  const onData = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', onData);
  child.stderr.on('data', onData);
  const ended = new Promise<number | null>((done) => {
    child.once('close', (code) => done(code));
    child.once('error', (error) => {
      output += String(error);
      done(null);
    });
  });
  const signal = (name: NodeJS.Signals): void => {
    // Ctrl+C ends it by a signal, without an exit code.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, name);
  };

  return {
    output: () => output,
    ended,
    interrupt: () => signal('SIGINT'),
    kill: () => signal('SIGKILL'),
    waitForOutput(text) {
      return new Promise((done, failed) => {
        const look = (): void => {
          if (!output.includes(text)) return;
          listeners.delete(look);
          done();
        };
        listeners.add(look);
        look();
        void ended.then(() => failed(new Error(`it ended before it said "${text}"\n${output}`)));
      });
    },
  };
}
