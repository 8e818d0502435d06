import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../lib/paths';
import type { CaseResult } from './run-case';
import { siteCases, type SiteCase } from './site-case';

const file = join(repository, 'docs', 'compatibility.md');
const marked = /(<!-- matrix: npm run verify -- --matrix writes this -->\n)[\s\S]*?(<!-- \/matrix -->)/;
const heading = [
  '| Case | What is different | Strapi | Node | Installed by | Database | Panel | Result | Date |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

/** Whether a case works, and if not, whether the same site works without the plugin. */
export type Result = ({ kind: 'works' } & CaseResult) | { kind: 'failed' | 'failed without the plugin, too' };

const words = {
  works: 'works',
  failed: '**fails**',
  'failed without the plugin, too': 'fails without the plugin, too',
};

/** The outcome of a case. */
export interface Ending {
  site: SiteCase;
  /** A date like `2026-11-24`. */
  date: string;
  result: Result;
}

/** Records the outcome of a case in docs/compatibility.md, and leaves the rows of other cases as they are. */
export function recordEnding(ending: Ending): void {
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  const document = readFileSync(file, 'utf8');
  writeFileSync(file, withEnding(document, ending));
}

/**
 * Replaces or adds one row, in the order of the cases; rows of cases that no longer exist are removed.
 * @throws Error if the document has no place for the table
 */
export function withEnding(document: string, ending: Ending): string {
  const table = marked.exec(document)?.[0];
  if (table === undefined) throw new Error('docs/compatibility.md has no place for the table of cases');
  const present = table.split('\n');
  const rows = siteCases.flatMap(({ name }) =>
    name === ending.site.name ? rowOf(ending) : present.filter((line) => line.startsWith(`| \`${name}\` |`)),
  );
  return document.replace(marked, (_, open: string, close: string) =>
    [open + heading.join('\n'), ...rows, close].join('\n'),
  );
}

function rowOf({ site, date, result }: Ending): string {
  const ran = result.kind === 'works' ? result : null;
  const cells = [
    `\`${site.name}\``,
    site.title,
    site.strapi,
    ran?.node ?? '',
    site.manager,
    ran?.database ?? '',
    ran?.panel ?? '',
    words[result.kind],
    date,
  ];
  return `| ${cells.join(' | ')} |`;
}
