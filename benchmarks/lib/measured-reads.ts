import type { BenchServer } from './bench-databases';
import type { Figures } from './read-figures';

/** The results of one run on one database. */
export interface MeasuredReads {
  server: Pick<BenchServer, 'id' | 'name'>;
  products: number;
  figures: Figures;
  memory: Memory;
  sync: SyncFigures;
}

/** In megabytes, each from a separate site. */
export interface Memory {
  /** With Node's heap limit for 2 GB. */
  inTwoGigabytes: MemoryUse;
  /** With all of this machine's memory. */
  here: MemoryUse;
  /** The same, but under only Strapi's static route for the same duration. */
  hereStatic: MemoryUse;
  afterAll: number;
}

export interface MemoryUse {
  /** Before the first response. */
  idle: number;
  /** Under the static route and all of our reads, each at full speed. */
  peak: number;
}

export interface SyncFigures {
  writtenPerSecond: number;
  longestBlock: number;
}
