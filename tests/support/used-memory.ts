import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

export function collectGarbage(): void {
  runInNewContext('gc()');
}

/** Bytes of the heap that are in use after a full collection. */
export function usedMemory(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
