import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { repository } from '../../scripts/lib/paths';
import { launchSimulator } from '../../scripts/lib/simulator-process';

export interface Store {
  url: string;
  stop(): Promise<void>;
}

/**
 * A simulated store that replays earlier responses from memory.
 * @param wanted.revision of all products; @param wanted.delay before each response, in milliseconds; @param wanted.port a free one by default
 */
export async function startReplayingStore(wanted: {
  products: number;
  revision: number;
  delay?: number;
  port?: number;
}): Promise<Store> {
  const { products, revision, delay = 0, port = 0 } = wanted;
  const simulator = await launchSimulator([
    ...['--products', String(products), '--revision', String(revision)],
    ...['--port', '0', '--no-quota'],
  ]);
  const replaying = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', join(repository, 'benchmarks', 'replaying-store.ts')],
      ...[simulator.url, String(delay), String(port)],
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
      const ended = once(replaying, 'exit');
      killNow();
      await Promise.all([ended, simulator.stop()]);
    },
  };
}
