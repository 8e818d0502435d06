import { BaseSequencer, type TestSpecification } from 'vitest/node';

/*
 * Each takes a minute or more however small its file is: what it does it does hundreds of times, or in processes of its
 * own. One that is begun last goes on alone when all others are done. Vitest knows that from the last run, but on a
 * machine that is new to it there is none, and then it goes by the size of files.
 */
const longest = [
  'convergence',
  'time-zones',
  'webhook-kills',
  'deadly-pages',
  'sync-on-each-database',
  'rest-cache-fresh',
  'generated-store',
  'health',
  'webhook-databases',
  'emptied-catalog',
  'database-charsets',
  'verification',
  'schedule',
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
