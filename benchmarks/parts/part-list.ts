import type { BenchServer } from '../lib/bench-databases';
import * as measures from './measures';
import type { Measure } from './measures';

/** One optimization, and the figure it was built for. */
export interface Part {
  name: string;
  /** A file in `without/`, without extension. */
  without: string;
  measure: Measure;
  server: BenchServer['id'];
}

export const parts: readonly Part[] = [
  part('SQLite: one statement per row', 'row-statements', measures.writing),
  part('Work scheduler: its cost', 'work-scheduler', measures.writing),
  part('Pages read ahead', 'read-ahead', measures.writingFromAfar),
  { ...part('PostgreSQL: many rows per statement', 'row-chunks', measures.writingByClock), server: 'postgres' },
  part('Batches of a transaction', 'pieces', measures.readingBeside),
  part('Work scheduler', 'work-scheduler', measures.readingBeside),
  part('List dependencies', 'list-dependencies', measures.hotLists),
  part('List memory: pages', 'list-memory', measures.coldLists),
  part('List memory: searches', 'list-memory', measures.coldSearches),
  part('Product columns', 'product-columns', measures.farPages),
  part('Group commit of deliveries', 'group-commit', measures.deliveries),
  { ...part('PostgreSQL: group commit of deliveries', 'group-commit', measures.deliveriesByClock), server: 'postgres' },
];

function part(name: string, without: string, measure: Measure): Part {
  return { name, without, measure, server: 'sqlite' };
}
