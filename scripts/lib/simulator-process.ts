import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { repository } from './paths';

/** The upstream simulator, running in its own process. */
export interface SimulatorProcess {
  /** The value for `COMMERCE_BRIDGE_API_URL`. */
  url: string;
  pid: number;
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the simulator with arguments of its command line (`npx tsx simulator/src/cli.ts --help`) and waits until it
 * listens. Fails with its output if it ends before that, for example because of an unreadable catalog.
 */
export async function launchSimulator(args: readonly string[]): Promise<SimulatorProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', join('simulator', 'src', 'cli.ts'), ...args], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killNow = (): void => void child.kill('SIGKILL');
  process.once('exit', killNow);
  let output = '';
  const ended = new Promise<void>((done) => {
    child.once('close', () => {
      process.removeListener('exit', killNow);
      done();
    });
  });
  const url = await new Promise<string>((done, failed) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /Simulator ready at (\S+)/.exec(output)?.[1];
      if (address !== undefined) done(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', failed);
    child.once('close', () => failed(new Error(`the simulator did not start\n${output}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(killNow, 5000);
      await ended;
      clearTimeout(late);
    },
  };
}
