import type { BenchServer } from './bench-databases';
import { table, writeSection } from './report';

/** The measurements of one form of request. */
export interface MeasuredShape {
  name: string;
  /** One of its requests. */
  path: string;
  /** How many products that request finds. */
  total: number;
  /** In milliseconds. */
  p50: number;
  p95: number;
  /** The longest block of the event loop, in milliseconds. */
  longestBlock: number;
  /** The statements that one request sends to the database. */
  statements: readonly { sql: string; plan: readonly string[] }[];
}

export interface MeasuredFilters {
  server: Pick<BenchServer, 'id' | 'name'>;
  products: number;
  shapes: readonly MeasuredShape[];
  /** The same with ten times as many products; null if that was not measured. */
  larger: readonly MeasuredShape[] | null;
}

const mostMilliseconds = 20;
const longestBlock = 25;
const mostTimes = 1.5;
const shown = 10;

export function reportShapes(measured: MeasuredFilters): void {
  writeSection({
    id: `filters-${measured.server.id}`,
    title: `Any filter, order, and page of ${measured.products.toLocaleString('en')} products, ${measured.server.name}`,
    body: summaryOfShapes(measured),
  });
}

/** The section's text. */
export function summaryOfShapes({ shapes, larger }: MeasuredFilters): string {
  const worst = [...shapes].sort((one, other) => other.p95 - one.p95);
  const slowest = worst[0]?.p95 ?? NaN;
  const block = Math.max(...shapes.map((shape) => shape.longestBlock));
  const times = larger && medianTimes(shapes, larger);
  return [
    table([
      ['Request', 'Finds', 'p50', 'p95', 'Event loop blocked', 'Statements', ...(larger ? ['Ten times as many'] : [])],
      ...worst.slice(0, shown).map((shape) => rowOf(shape, larger)),
    ]),
    '',
    table([
      ['Target', 'Found', ''],
      targetRow(`The p95 of each request: below ${mostMilliseconds} ms`, slowest, {
        most: mostMilliseconds,
        unit: 'ms',
      }),
      targetRow(`No request blocks the event loop for more than ${longestBlock} ms`, block, {
        most: longestBlock,
        unit: 'ms',
      }),
      ...(times === null
        ? []
        : [
            targetRow(`Ten times as many products: at most ${mostTimes} × the time`, times, {
              most: mostTimes,
              unit: '×',
            }),
          ]),
    ]),
    '',
    `${shapes.length} forms of request, in which every pair of values of two parameters occurs, each with different values every time; the worst ${shown} are shown. One caller, and no response cache.`,
    '',
    'How the database finds them:',
    '',
    ...plansOf(worst.slice(0, shown)),
  ].join('\n');
}

function rowOf(
  { name, total, p50, p95, longestBlock: block, statements }: MeasuredShape,
  larger: MeasuredFilters['larger'],
) {
  const other = larger?.find((shape) => shape.name === name);
  return [
    name,
    total.toLocaleString('en'),
    `${p50.toFixed(1)} ms`,
    `${p95.toFixed(1)} ms`,
    `${block.toFixed(1)} ms`,
    String(statements.length),
    ...(other ? [`${other.p50.toFixed(1)} ms, ${other.p95.toFixed(1)} ms`] : []),
  ];
}

const targetRow = (text: string, found: number, { most, unit }: { most: number; unit: string }): string[] => [
  text,
  `${found.toFixed(unit === '×' ? 2 : 1)} ${unit}`,
  found <= most ? 'met' : '**not met**',
];

/** The ratio of the times of all forms of request together, by their medians. */
function medianTimes(shapes: readonly MeasuredShape[], larger: readonly MeasuredShape[]): number {
  const sum = (list: readonly MeasuredShape[]) => list.reduce((total, { p50 }) => total + p50, 0);
  return sum(larger) / sum(shapes);
}

/** Each distinct plan once, with the number of requests that have it. */
function plansOf(shapes: readonly MeasuredShape[]): string[] {
  const plans = new Map<string, number>();
  for (const { statements } of shapes)
    for (const { sql, plan } of statements) {
      const key = `- \`${formOf(sql)}\`: ${plan.map((line) => `\`${planLine(line)}\``).join('; ')}`;
      plans.set(key, (plans.get(key) ?? 0) + 1);
    }
  return [...plans].sort((one, other) => other[1] - one[1]).map(([text]) => text);
}

/** A line of a plan, in which a long list of ids is only counted. */
function planLine(line: string): string {
  return line
    .replaceAll(/\{\d+(?:,\d+){9,}\}/g, (list) => `{${list.split(',').length.toLocaleString('en')} ids}`)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The statement without the columns that it reads, and with shortened lists of values. */
function formOf(sql: string): string {
  return sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\((?:\?|\$?\d+)(?:, (?:\?|\$?\d+))+\)/g, '(…)')
    .replace(/^select .*? from /i, 'select … from ')
    .slice(0, 160)
    .replaceAll('`', '"');
}
