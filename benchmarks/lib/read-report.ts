import { asInTwoGigabytes } from './bench-site';
import type { MeasuredReads, MemoryUse } from './measured-reads';
import { canPin } from './pinning';
import type { Figure } from './read-figures';
import { table, writeSection } from './report';

/** The name of a kind of request, our case, and the case it is compared to. */
const rows: readonly { name: string; ours: string; strapi?: string; strapiName?: string }[] = [
  { name: '`GET /products`, hot', ours: 'hot', strapi: 'contentList' },
  { name: '`GET /products`, not modified (304)', ours: 'unchanged' },
  { name: '`GET /products?page=N`, cold, pages 1 to 500', ours: 'cold', strapi: 'contentList' },
  { name: '`GET /products/{slug}`, hot', ours: 'hotSlug', strapi: 'contentSlug' },
  { name: '`GET /products/{slug}`, cold', ours: 'coldSlug', strapi: 'contentSlug' },
  { name: '`?category=…`, cold', ours: 'category', strapi: 'contentCategory' },
  { name: '`?orderby=price`, cold', ours: 'price', strapi: 'contentPrice' },
  { name: '`?orderby=title`, cold', ours: 'coldByTitle' },
  { name: 'Pages 1 to 200, cold, one caller', ours: 'firstPages', strapi: 'contentFirstPages' },
  { name: 'Pages around 5,000, cold, one caller', ours: 'deepPages', strapi: 'contentDeepPages' },
  { name: '`?search=`, rare (a few products match), one caller', ours: 'searchRare', strapi: 'contentRare' },
  { name: '`?search=`, usual (some hundred match), one caller', ours: 'searchUsual', strapi: 'contentUsual' },
  { name: '`?search=`, broad (up to half of all match), one caller', ours: 'searchBroad', strapi: 'contentBroad' },
  { name: '`?search=`, two characters, one caller', ours: 'searchShort', strapi: 'contentShort' },
];

interface Target {
  text: string;
  found: string;
  isMet: boolean;
}

/** Writes the section of one database into BENCHMARKS.md. */
export function reportReads(measured: MeasuredReads): void {
  const { server, products } = measured;
  writeSection({
    id: `reads-at-size-${server.id}`,
    title: `Reads of ${products.toLocaleString('en')} products, ${server.name}`,
    body: summary(measured),
  });
}

/** The section's text. */
export function summary(measured: MeasuredReads): string {
  const { memory, sync } = measured;
  const at = (name: string) => figureOf(measured, name);
  const targets = targetsOf(measured);
  const behind = behindOf(measured);
  const missed = targets.filter(({ isMet }) => !isMet).map(({ text, found }) => `${text} (${found})`);
  return [
    table([
      [
        'Request',
        'Per second',
        'p50',
        'p95',
        'Event loop blocked',
        "Strapi's content API",
        'Compared to it',
        'Compared to the static route',
      ],
      ...rows.map((row) => rowOf(measured, row)),
    ]),
    '',
    table([
      ['Target', 'Found', ''],
      ...targets.map(({ text, found, isMet }) => [text, found, isMet ? 'met' : '**not met**']),
    ]),
    '',
    `The static route serves ${rate(at('static'))} requests per second with as many bytes as the hot list, ${rate(at('staticSmall'))} with 20. ` +
      `While a full sync writes ${sync.writtenPerSecond.toFixed(0)} products per second, ${rate(at('coldByTitleDuringSync'))} cold lists (p99 ${ms(at('coldByTitleDuringSync').p99)}) ` +
      `and ${rate(at('hotDuringSync'))} hot ones (p99 ${ms(at('hotDuringSync').p99)}) are served, the static route ${rate(at('staticDuringSync'))} times; the event loop was blocked for at most ${ms(sync.longestBlock)}.`,
    '',
    `Resident memory of a site with the limits that Node.js gives itself in 2 GB (\`NODE_OPTIONS=${asInTwoGigabytes}\`): ${mb(memory.inTwoGigabytes.idle)} idle, ${mb(memory.inTwoGigabytes.peak)} at most under all of the reads above. ` +
      `With the memory of this machine, where Node.js collects garbage later: ${mb(memory.here.idle)} idle and ${mb(memory.here.peak)} (${growth(memory.here)} more) under the same reads; ` +
      `under only Strapi's static route for the same time ${mb(memory.hereStatic.peak)} (${growth(memory.hereStatic)} more); ${mb(memory.afterAll)} after everything, including the content API's responses and the sync.`,
    '',
    missed.length + behind.length === 0
      ? 'No case is behind.'
      : `**Where we are not ahead:** ${[...missed, ...behind].join('; ')}.`,
    '',
    `Cold: no request repeats another. Eight callers unless stated otherwise. Strapi's content API serves the same page from the same tables with \`populate=categories\`, without authentication; its searches are \`$containsi\` on title and description. ` +
      (canPin
        ? 'The site has one CPU to itself; the load generator, the simulated store, and the database server, if any, share the rest.'
        : 'Site and load generator share the processors.'),
  ].join('\n');
}

function rowOf(measured: MeasuredReads, { name, ours, strapi }: (typeof rows)[number]): string[] {
  const found = figureOf(measured, ours);
  const other = strapi === undefined ? null : figureOf(measured, strapi);
  const blocked = found.longestBlock === null ? '' : ms(found.longestBlock);
  const theirs =
    other === null
      ? ''
      : `${rate(other)} (p95 ${ms(other.p95)}${other.longestBlock === null ? '' : `, blocked ${ms(other.longestBlock)}`})`;
  return [
    name,
    rate(found),
    ms(found.median),
    ms(found.p95),
    blocked,
    theirs,
    other === null ? '' : `${times(found, other)} ×`,
    `${times(found, figureOf(measured, 'static'))} ×`,
  ];
}

function targetsOf(measured: MeasuredReads): Target[] {
  const at = (name: string) => figureOf(measured, name);
  const atLeast = (text: string, [one, other]: [string, string], wanted: number): Target => {
    const ratio = at(one).perSecond / at(other).perSecond;
    return { text: `${text}: at least ${wanted} ×`, found: `${ratio.toFixed(2)} ×`, isMet: ratio >= wanted };
  };
  /** How much longer the first takes than the second. */
  const atMost = (text: string, [slower, faster]: [string, string], wanted: number): Target => {
    const ratio = at(faster).perSecond / at(slower).perSecond;
    return { text: `${text}: at most ${wanted} ×`, found: `${ratio.toFixed(2)} ×`, isMet: ratio <= wanted };
  };
  return [
    atLeast('Hot list compared to the static route', ['hot', 'static'], 0.9),
    atLeast("Hot list compared to the content API's", ['hot', 'contentList'], 6),
    atLeast("Cold list compared to the content API's", ['cold', 'contentList'], 3),
    atLeast("Cold product by slug compared to the content API's filter", ['coldSlug', 'contentSlug'], 4),
    atMost('Time of a category filter compared to a plain cold list', ['category', 'cold'], 1.5),
    atMost('Time of sorting by price compared to a plain cold list', ['price', 'cold'], 1.5),
    ...['Rare', 'Usual', 'Broad', 'Short'].map((kind) =>
      atLeast(`Search, ${kind.toLowerCase()}, compared to the content API's`, [`search${kind}`, `content${kind}`], 5),
    ),
    atMost('Time of page 5,000 compared to page 1', ['deepPages', 'firstPages'], 2),
    atMost('Time of cold lists at 100,000 products compared to 1,000', ['listsOfLarge', 'listsOfSmall'], 1.3),
    memoryTarget('in 2 GB', measured.memory.inTwoGigabytes),
    memoryTarget('with as much memory as this machine has', measured.memory.here),
  ];
}

function memoryTarget(where: string, use: MemoryUse): Target {
  return {
    text: `Resident memory under reads compared to the idle site, ${where}: at most 150 MB more`,
    found: growth(use),
    isMet: use.peak - use.idle <= 150,
  };
}

/** Cases in which Strapi's content API is faster. */
function behindOf(measured: MeasuredReads): string[] {
  return rows.flatMap(({ name, ours, strapi }) => {
    if (strapi === undefined || figureOf(measured, ours).perSecond >= figureOf(measured, strapi).perSecond) return [];
    return [
      `${name} is slower than Strapi's content API (${times(figureOf(measured, ours), figureOf(measured, strapi))} ×)`,
    ];
  });
}

function figureOf({ figures }: MeasuredReads, name: string): Figure {
  const found = figures[name];
  if (!found) throw new Error(`"${name}" was not measured`);
  return found;
}

const rate = ({ perSecond }: Figure) => perSecond.toFixed(perSecond < 20 ? 1 : 0);
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const mb = (value: number) => `${value.toFixed(0)} MB`;
const growth = ({ idle, peak }: MemoryUse) => mb(peak - idle);
const times = (one: Figure, other: Figure) => (one.perSecond / other.perSecond).toFixed(2);
