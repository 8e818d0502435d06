import type { BenchServer } from './bench-databases';
import type { Figures } from './read-figures';

/** What one run on one database found. */
export interface MeasuredReads {
  server: Pick<BenchServer, 'id' | 'name'>;
  products: number;
  figures: Figures;
  memory: Memory;
  sync: SyncFigures;
}

/** In megabytes, each of a site of its own. */
export interface Memory {
  /** Of a site in 2 GB. */
  inTwoGigabytes: MemoryUse;
  /** With as much as this machine has. */
  here: MemoryUse;
  /** Likewise, under nothing but Strapi's static route for as long as the reads take. */
  hereStatic: MemoryUse;
  afterAll: number;
}

export interface MemoryUse {
  /** Before the first response. */
  idle: number;
  /** Under the static route and all of our reads, each as fast as it goes. */
  peak: number;
}

export interface SyncFigures {
  writtenPerSecond: number;
  longestHold: number;
}
