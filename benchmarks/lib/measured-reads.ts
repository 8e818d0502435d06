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
  /** For a site with 2 GB. */
  inTwoGigabytes: MemoryUse;
  /** With as much memory as this machine has. */
  here: MemoryUse;
  /** The same, under only Strapi's static route for as long as the reads take. */
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
