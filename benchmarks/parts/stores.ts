import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { repository } from '../../scripts/lib/paths';
import { launchSimulator } from '../../scripts/lib/simulator-process';
import type { Measure } from './measures';

export interface Store {
  url: string;
  stop(): Promise<void>;
}

// The minimum duration of a request to a store on another machine.
const slowMilliseconds = 100;

/** A simulated store; all but the edited one replay earlier responses from memory. */
export async function startStore(kind: Measure['store'], products: number): Promise<Store> {
  const revision = kind === 'all changed' ? 1 : 0;
  const simulator = await launchSimulator([
    ...['--products', String(products), '--revision', String(revision)],
    ...['--port', '0', '--no-quota'],
  ]);
  if (kind === 'editable') return simulator;
  const replaying = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', join(repository, 'benchmarks', 'replaying-store.ts')],
      ...[simulator.url, String(kind === 'slow' ? slowMilliseconds : 0)],
    ],
    { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const killNow = () => void replaying.kill('SIGKILL');
  process.once('exit', killNow);
  const [said]: unknown[] = await once(replaying.stdout, 'data');
  return {
    url: String(said).trim(),
    async stop() {
      process.off('exit', killNow);
      killNow();
      await simulator.stop();
    },
  };
}
