import { type LoadResult, saturate } from '../lib/load';
import type { MeasuredSite } from './measured-site';
import { type Finding, list, type Measure, perProcessorSecond } from './measures';

/** Pages of categories and of the whole catalog, none of them twice. */
export const coldLists: Measure = {
  name: 'cold lists per second of CPU time',
  headline: 'perProcessorSecond',
  isBetterHigher: true,
  base: 'synced',
  store: 'as synced',
  writes: false,
  look: ({ site, products, round }) =>
    readCold(site, pathsOf({ from: 1, to: Math.min(400, Math.floor(products / 30)), perPage: 11 + round })),
};

export const coldSearches: Measure = {
  ...coldLists,
  name: 'pages of a search per second of CPU time',
  look: ({ site, round }) =>
    readCold(
      site,
      ['steel', 'cotton', 'wood', 'small', 'an'].flatMap((term) =>
        range(1, 20).map((page) => `${list}?search=${term}&per_page=${11 + round}&page=${page}`),
      ),
    ),
};

/** By time: a database server searches in a separate process. Each term is asked for once. */
export const shortSearches: Measure = {
  ...coldLists,
  name: 'milliseconds that a search for one or two letters takes, median',
  headline: 'p50',
  isBetterHigher: false,
  look: ({ site, round }) => readCold(site, searchesFor(pairsOfLetters, round)),
};

export const longSearches: Measure = {
  ...shortSearches,
  name: 'milliseconds that a search for part of a word takes, median',
  look: ({ site, round }) => readCold(site, searchesFor(partsOfWords, round)),
};

/** Lists that the site had computed before it was started again. */
export const warmStarts: Measure = {
  ...coldLists,
  name: 'lists per second of CPU time after a restart',
  has: 'Redis',
  async look({ site, round }) {
    const paths = pathsOf({ from: 1, to: 200, perPage: 11 + round });
    await readOnce(site, paths);
    await site.restart();
    return readCold(site, paths);
  },
};

/** The last pages of the list. */
export const farPages: Measure = {
  ...coldLists,
  name: 'last pages of a list per second of CPU time',
  look: ({ site, products, round }) => {
    // More than half of the products are published.
    const perPage = 11 + round;
    const last = Math.floor(products / 2 / perPage);
    return readCold(site, pathsOf({ from: Math.max(1, last - 200), to: last, perPage }));
  },
};

async function readCold(site: MeasuredSite, paths: readonly string[]): Promise<Finding> {
  // Of another size, so that none of the measured pages is cached; JIT compilation happens here.
  let warm = 0;
  await saturate({
    connections: 1,
    seconds: 2,
    next: () => ({ url: `${site.url}${list}?per_page=10&page=${1 + (warm++ % 100)}` }),
  });
  return perProcessorSecond(site, () => readOnce(site, paths));
}

function readOnce(site: MeasuredSite, paths: readonly string[]): Promise<LoadResult> {
  let next = 0;
  return saturate({
    connections: 1,
    seconds: 30,
    next: () => (next < paths.length ? { url: `${site.url}${paths[next++] ?? ''}` } : null),
  });
}

function pathsOf({ from, to, perPage }: { from: number; to: number; perPage: number }): string[] {
  return range(from, to).map((page) => `${list}?per_page=${perPage}&page=${page}`);
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => from + place);

const letters = [...'aeiostrnlc'];
const pairsOfLetters = [...letters, ...letters.flatMap((one) => letters.map((other) => one + other))];
const partsOfWords = ['leather', 'stoneware', 'cotton', 'notebook', 'juniper', 'heritage'].flatMap((word) =>
  [3, 4, 5].flatMap((length) => range(0, word.length - length).map((from) => word.slice(from, from + length))),
);

function searchesFor(terms: readonly string[], round: number): string[] {
  return [...new Set(terms)].map((term) => `${list}?search=${term}&per_page=${11 + round}`);
}
