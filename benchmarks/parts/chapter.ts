import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { repository } from '../../scripts/lib/paths';
import { table, writeSection } from '../lib/report';
import type { PartFigures } from './measure-parts';

const keptRow = z.object({
  products: z.number(),
  part: z.string(),
  figure: z.string(),
  on: z.number(),
  off: z.number(),
  /** For each pair; above 1, the part is an improvement. */
  ratios: z.array(z.number()),
  /** A date: rows of a chapter come from several runs. */
  measured: z.string(),
});
type KeptRow = z.infer<typeof keptRow>;

// In the repository, since sizes and parts are measured in separate runs, on more than one machine.
const file = join(repository, 'benchmarks/parts/figures.json');

/** Merges the results with those of earlier runs for other parts and sizes, and rewrites the section. */
export function writePartsChapter({ products, figures }: { products: number; figures: readonly PartFigures[] }): void {
  const fresh = figures.map((found) => rowOf(products, found));
  const isFresh = (row: KeptRow) =>
    fresh.some(({ products, part, figure }) => products === row.products && part === row.part && figure === row.figure);
  const known = z.array(keptRow).parse(JSON.parse(readFileSync(file, 'utf8')));
  const rows = [...known.filter((row) => !isFresh(row)), ...fresh];
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
  const measured = [3000, 10_000, 100_000];
  if (!measured.includes(products)) return console.log(tableOf(fresh));
  writeSection({
    id: 'parts',
    title: 'What each part brings',
    body: [tableOf(rows.filter((row) => measured.includes(row.products))), '', ...explanation].join('\n'),
  });
}

function rowOf(products: number, { part, pairs }: PartFigures): KeptRow {
  const { isBetterHigher, name } = part.measure;
  return {
    products,
    part: part.name,
    figure: name,
    on: median(pairs.map(({ on }) => on)),
    off: median(pairs.map(({ off }) => off)),
    ratios: pairs.map(({ on, off }) => (isBetterHigher ? on / off : off / on)).sort((a, b) => a - b),
    measured: new Date().toISOString().slice(0, 10),
  };
}

function median(numbers: readonly number[]): number {
  const ascending = [...numbers].sort((a, b) => a - b);
  const upper = ascending[Math.floor(ascending.length / 2)] ?? 0;
  return ascending.length % 2 === 1 ? upper : (upper + (ascending[ascending.length / 2 - 1] ?? 0)) / 2;
}

function tableOf(rows: readonly KeptRow[]): string {
  const digits = (value: number) => (value < 100 ? value.toPrecision(3) : value.toFixed(0));
  return table([
    ['Part', 'Headline figure', 'Products', 'With it', 'Without it', 'It brings', 'Each pair', 'Measured'],
    ...rows.map(({ products, part, figure, on, off, ratios, measured }) => [
      part,
      figure,
      products.toLocaleString('en'),
      digits(on),
      digits(off),
      `${median(ratios).toFixed(2)} ×`,
      ratios.map((ratio) => ratio.toFixed(2)).join(', '),
      measured,
    ]),
  ]);
}

const explanation = [
  'Each part is removed from an otherwise complete site. A site with everything and a site without one part are measured at the same time, in separate processes with copies of the same database, so that any other load on the machine affects both; absolute figures are therefore lower than those of a site that has the machine to itself. Medians; “It brings” is how many times better the figure is with the part, in the median pair: below 1.10, a part is not worth keeping.',
  'Rows that are not headlines: what the work scheduler costs while nobody reads, group commit on SQLite, whose commit waits for no server, and responses through Redis: at 10,000 products a list is computed from memory for less than it takes to fetch it, but a site that has just started needs no database for it, and a thousand callers on several instances have it computed once.',
  'What brought less and was deleted is listed in [decision 0021](docs/decisions/0021-machinery-left-out.md).',
  'Runs write in the main thread, as on a machine with one processor, except where the part is the thread for it. CPU time is that of the main thread, in which SQLite runs, too. Where products are written for the first time, they are the last 3,000 of the catalog. Unless stated otherwise, the database is SQLite and the store responds immediately from memory. Rows of different dates may come from different machines; the two figures of a row never do.',
];
