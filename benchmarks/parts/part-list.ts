import type { BenchServer } from '../lib/bench-databases';
import * as measures from './measures';
import type { Measure } from './measures';

/** One part of the machinery, and the figure it was built for. */
export interface Part {
  name: string;
  /** A file of `without/`, without ending. */
  without: string;
  measure: Measure;
  server: BenchServer['id'];
}

export const parts: readonly Part[] = [
  part('SQLite: a row a statement, not many', 'row-statements', measures.writing),
  part('Thread that reads product pages: pace', 'product-page-thread', measures.writing),
  part('Pages written together', 'pages-together', measures.writing),
  part('Read versions drawn with each page', 'read-version-supply', measures.writing),
  part('Work scheduler: what it costs', 'work-scheduler', measures.writing),
  part('Thread that reads product pages: event loop', 'product-page-thread', measures.holding),
  part('Pages read ahead', 'read-ahead', measures.writingFromAfar),
  { ...part('PostgreSQL: many rows a statement', 'row-chunks', measures.writingByClock), server: 'postgres' },
  part('Thread that reads product pages: readers', 'product-page-thread', measures.readingBeside),
  part('Pieces of a transaction', 'pieces', measures.readingBeside),
  part('Work scheduler', 'work-scheduler', measures.readingBeside),
  part('List dependencies', 'list-dependencies', measures.hotLists),
  part('Index of kept responses', 'response-index', measures.hotLists),
  part('List memory: pages', 'list-memory', measures.coldLists),
  part('List memory: searches', 'list-memory', measures.coldSearches),
  part('Page cursors', 'page-cursors', measures.farPages),
  part('Group commit of deliveries', 'group-commit', measures.deliveries),
];

function part(name: string, without: string, measure: Measure): Part {
  return { name, without, measure, server: 'sqlite' };
}
