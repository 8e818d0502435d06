import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { repository } from '../../scripts/lib/paths';

/** One section of BENCHMARKS.md; each benchmark writes its own and leaves the others alone. */
export interface Section {
  /** Fixed; identifies the section. */
  id: string;
  title: string;
  /** Markdown. */
  body: string;
}

const file = join(repository, 'BENCHMARKS.md');
const heading = [
  '# Benchmarks',
  '',
  'Written by `npm run bench`. Each figure is a ratio within one run on one machine, since absolute times of shared',
  'machines say little; absolute figures are listed with them for orientation.',
  '',
].join('\n');

/** Puts the section into BENCHMARKS.md, replacing the previous one. */
export function writeSection({ id, title, body }: Section): void {
  const existing = existsSync(file) ? readFileSync(file, 'utf8') : heading;
  const start = `<!-- ${id} -->`;
  const end = `<!-- end of ${id} -->`;
  const chapter = `${start}\n## ${title}\n\n${body.trim()}\n\n${machine()}\n${end}`;
  const from = existing.indexOf(start);
  const to = existing.indexOf(end);
  const isThere = from >= 0 && to > from;
  const text = isThere
    ? existing.slice(0, from) + chapter + existing.slice(to + end.length)
    : `${existing.trimEnd()}\n\n${chapter}\n`;
  writeFileSync(file, text);
}

/** Rows as a Markdown table; the first row is the head. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows;
  return [head, head.map(() => '---'), ...rest].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function machine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `_${date}, ${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${memory} GiB, Node.js ${process.version}._`;
}
