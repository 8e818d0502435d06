import { BaseSequencer, type TestSpecification } from 'vitest/node';

/*
 * Each takes a minute or more, however small its file is: it repeats its work hundreds of times, or starts
 * processes. If one starts last, it runs alone after all others are done. Vitest knows durations from the last run,
 * but on a new machine there is none, and it then goes by file size.
 */
const longest = [
  'convergence',
  'webhook-kills',
  'deadly-pages',
  'idle-statements',
  'refused-products',
  'two-responses',
  'sync-on-each-database',
  'odd-requests',
  'verification',
  'rest-cache-fresh',
  'time-zones',
  'removal-limit',
  'run-report',
  'generated-store',
  'webhook-databases',
  'database-charsets',
  'schedule',
  'field-import',
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
