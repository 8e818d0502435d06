import type { BenchServer } from '../lib/bench-databases';
import * as lists from './list-measures';
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
  part('Batches of a transaction', 'pieces', measures.readingDuringRun),
  part('Work scheduler', 'work-scheduler', measures.readingDuringRun),
  part('List dependencies', 'list-dependencies', measures.hotLists),
  part('Writer thread', 'writer-thread', measures.writingDuringReads),
  part('List memory', 'list-memory', lists.coldSearches),
  part('Product columns', 'product-columns', lists.farPages),
  { ...part('PostgreSQL: grams', 'gram-index', lists.shortSearches), server: 'postgres' },
  { ...part('MySQL: grams', 'gram-index', lists.longSearches), server: 'mysql' },
  part('Responses through Redis', 'shared-responses', lists.warmStarts),
  part('Group commit of deliveries', 'group-commit', measures.deliveries),
  { ...part('PostgreSQL: group commit of deliveries', 'group-commit', measures.deliveriesByClock), server: 'postgres' },
];

function part(name: string, without: string, measure: Measure): Part {
  return { name, without, measure, server: 'sqlite' };
}
