import { BaseSequencer, type TestSpecification } from 'vitest/node';

/*
 * Each of these takes most of a minute or more, however small its file is: it repeats its work hundreds of times, or
 * starts processes. If one starts last, it runs alone after all others are done. Vitest uses the durations of the last
 * run, but on a new machine it has none, and goes by file size.
 */
const longest = [
  'convergence',
  'browser/status',
  'browser/runs',
  'record-entries',
  'sync-on-each-database',
  'webhook-kills',
  'command-line-in-folder',
  'two-responses',
  'withdrawn',
  'assistants',
  'deadly-pages',
  'health',
  'emptied-catalog',
  'verification',
  'run-report',
  'market-caches-on-each-database',
  'rest-cache-fresh',
  'market-events',
  'rest-cache-lists',
  'idle-statements',
  'product-picking',
  'field-import',
  'removal-limit',
  'storefront-setup',
  'market-privacy',
  'full-sync',
  'time-zones',
];

/** Vitest's own order, except that the longest files go first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place === -1 ? longest.length : place;
}
