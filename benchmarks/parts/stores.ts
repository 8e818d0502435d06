import { launchSimulator } from '../../scripts/lib/simulator-process';
import { startReplayingStore, type Store } from '../lib/replayed-store';
import type { Measure } from './measures';

export type { Store };

// The minimum duration of a request to a store on another machine.
const slowMilliseconds = 100;

/** A simulated store; all but the edited one replay earlier responses from memory. */
export async function startStore(kind: Measure['store'], products: number): Promise<Store> {
  const revision = kind === 'all changed' ? 1 : 0;
  if (kind !== 'editable')
    return startReplayingStore({ products, revision, delay: kind === 'slow' ? slowMilliseconds : 0 });
  return launchSimulator([
    ...['--products', String(products), '--revision', String(revision)],
    ...['--port', '0', '--no-quota'],
  ]);
}
