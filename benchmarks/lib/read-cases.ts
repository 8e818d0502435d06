import { z } from 'zod';
import { SENTENCES, ADJECTIVES, MATERIALS } from '../../simulator/src/catalog/words';

/** What requests are built from, as reported by `benchmarks/site/index.js`. */
export const siteFacts = z.object({
  slugs: z.array(z.string()),
  categories: z.array(z.object({ slug: z.string(), count: z.number() })),
});
export type SiteFacts = z.infer<typeof siteFacts>;

/** One kind of request. */
export interface ReadCase {
  /** Distinct, so that no request hits what an earlier one cached; a single one for cases that test exactly that. */
  paths: readonly string[];
  headers?: Record<string, string>;
  /** The expected status. */
  status: 200 | 304;
  connections: number;
  seconds: number;
  /** Whether to measure how long the site's event loop is blocked. */
  watchesLoop: boolean;
}

const ours = '/api/commerce-bridge/v1/products';
const pageSize = 10;
// Used by no other case, so that none hits what another cached.
const deepPageSize = 13;
const manyConnections = 8;

/** Shuffles in the same way in each run. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  let state = 12_345;
  const draw = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state;
  };
  return items
    .map((item) => ({ item, key: draw() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
}

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place);

/** A request to Strapi's content API for the contents of one of our pages. */
function contentApi(
  filters: Record<string, string>,
  { page = 1, perPage = pageSize, sort = 'upstreamCreatedAt:desc' } = {},
): string {
  return contentQuery({
    'filters[publicationStatus][$eq]': 'publish',
    sort,
    'pagination[page]': String(page),
    'pagination[pageSize]': String(perPage),
    ...filters,
  });
}

const contentQuery = (query: Record<string, string>) =>
  `/api/bench/products?${new URLSearchParams({ populate: 'categories', ...query }).toString()}`;

const inTitleOrContent = (term: string) => ({
  'filters[$or][0][title][$containsi]': term,
  'filters[$or][1][content][$containsi]': term,
});

const rare = (products: number) =>
  shuffled(numbers(Math.floor(products / 10), products))
    .slice(0, 4000)
    .map(String);
const usual = () =>
  shuffled(ADJECTIVES.flatMap((adjective) => MATERIALS.map((material) => `${adjective} ${material}`)));
const broad = () =>
  shuffled([
    ...new Set(
      SENTENCES.flatMap((sentence) =>
        numbers(0, sentence.length - 12).flatMap((at) =>
          [9, 12].map((length) => sentence.slice(at, at + length).trim()),
        ),
      ),
    ),
  ]);
const short = () =>
  shuffled([
    ...new Set(
      SENTENCES.flatMap((sentence) =>
        numbers(0, sentence.length - 2).map((at) => sentence.slice(at, at + 2).toLowerCase()),
      ),
    ),
  ]).filter((term) => /^[a-z]{2}$/.test(term));

/** Early pages, as shoppers see them: distinct by their size and direction. */
const lists = shuffled(
  ['asc', 'desc'].flatMap((order) =>
    [8, 9, 10, 11, 12].flatMap((perPage) => numbers(1, 500).map((page) => ({ order, perPage, page }))),
  ),
);

/** Every case for a catalog; those of Strapi's content API are the same requests in its form. */
export function readCases({ slugs, categories }: SiteFacts) {
  const lastPage = Math.floor(slugs.length / deepPageSize);
  const someSlugs = shuffled(slugs);
  const categoryPages = shuffled(
    categories.flatMap(({ slug, count }) => numbers(1, Math.floor(count / pageSize)).map((page) => ({ slug, page }))),
  );
  const middle = Math.max(101, Math.min(5000, lastPage - 101));

  const many = (paths: readonly string[]): ReadCase => ({
    paths,
    status: 200,
    connections: manyConnections,
    seconds: 2,
    watchesLoop: false,
  });
  const one = (paths: readonly string[]): ReadCase => ({ ...many(paths), connections: 1 });
  const search = (paths: readonly string[]): ReadCase => ({ ...one(paths), seconds: 3, watchesLoop: true });
  const searchOurs = (terms: readonly string[]) =>
    search(terms.map((term) => `${ours}?search=${encodeURIComponent(term)}`));
  const searchContent = (terms: readonly string[]) => search(terms.map((term) => contentApi(inTitleOrContent(term))));

  return {
    hot: many([ours]),
    hotSlug: many([`${ours}/${encodeURIComponent(someSlugs[0] ?? '')}`]),
    cold: many(lists.map(({ order, page, perPage }) => `${ours}?order=${order}&page=${page}&per_page=${perPage}`)),
    coldSlug: many(someSlugs.slice(1).map((slug) => `${ours}/${encodeURIComponent(slug)}`)),
    category: many(categoryPages.map(({ slug, page }) => `${ours}?category=${encodeURIComponent(slug)}&page=${page}`)),
    price: many(
      lists.map(({ order, page, perPage }) => `${ours}?orderby=price&order=${order}&page=${page}&per_page=${perPage}`),
    ),
    searchRare: searchOurs(rare(slugs.length)),
    searchUsual: searchOurs(usual()),
    searchBroad: searchOurs(broad()),
    searchShort: searchOurs(short()),
    coldByTitle: many(
      lists.map(({ order, page, perPage }) => `${ours}?orderby=title&order=${order}&page=${page}&per_page=${perPage}`),
    ),
    firstPages: one(numbers(1, 200).map((page) => `${ours}?per_page=${deepPageSize}&page=${page}`)),
    deepPages: one(numbers(middle - 99, middle + 100).map((page) => `${ours}?per_page=${deepPageSize}&page=${page}`)),
    contentList: many(
      lists.map(({ order, ...place }) => contentApi({}, { ...place, sort: `upstreamCreatedAt:${order}` })),
    ),
    // Without the status: with that filter, SQLite picks the wrong index, and reads every published product to find
    // one.
    contentSlug: many(someSlugs.map((slug) => contentQuery({ 'filters[slug][$eq]': slug }))),
    contentCategory: many(
      categoryPages.map(({ slug, page }) => contentApi({ 'filters[categories][slug][$eq]': slug }, { page })),
    ),
    contentPrice: many(
      lists.map(({ order, ...place }) => contentApi({}, { ...place, sort: `calculatedPrice:${order}` })),
    ),
    contentRare: searchContent(rare(slugs.length)),
    contentUsual: searchContent(usual()),
    contentBroad: searchContent(broad()),
    contentShort: searchContent(short()),
    contentFirstPages: one(numbers(1, 200).map((page) => contentApi({}, { page, perPage: deepPageSize }))),
    contentDeepPages: one(
      numbers(middle - 99, middle + 100).map((page) => contentApi({}, { page, perPage: deepPageSize })),
    ),
  } satisfies Record<string, ReadCase>;
}

/** The static route, returning that many bytes. */
export const staticCase = (bytes: number): ReadCase => ({
  paths: [`/api/bench/static/${bytes}`],
  status: 200,
  connections: manyConnections,
  seconds: 2,
  watchesLoop: false,
});

/** Lists that both a small and a large catalog have, without repeated requests. */
export function listsOfAnySize(): ReadCase {
  const orders = [
    'orderby=date&order=asc',
    'orderby=date&order=desc',
    'orderby=title&order=asc',
    'orderby=title&order=desc',
  ];
  const paths = orders.flatMap((order) =>
    [15, 17].flatMap((perPage) => numbers(1, 55).map((page) => `${ours}?${order}&per_page=${perPage}&page=${page}`)),
  );
  return { paths: shuffled(paths), status: 200, connections: 1, seconds: 30, watchesLoop: false };
}
