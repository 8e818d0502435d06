import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Bytes of the heap that are in use after a full collection. */
export function usedMemory(): number {
  runInNewContext('gc()');
  return process.memoryUsage().heapUsed;
}
