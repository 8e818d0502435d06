import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { repository } from '../../../scripts/lib/paths';

/** A document with numbered entries that code, tests, and other documents cite. */
export type CitedDocument = 'behavior' | 'upstream';

/** One entry as it is cited, such as `behavior 5.5`. */
export type EntryName = `${CitedDocument} ${string}`;

export interface TextFile {
  /** Relative to the repository, with forward slashes. */
  path: string;
  text: string;
}

const folders = [
  'admin',
  'benchmarks',
  'cli',
  'client',
  'contracts',
  'demo',
  'docs',
  'playground',
  'scripts',
  'server',
  'simulator',
  'tests',
];
const derived = new Set(['node_modules', 'dist', 'build', 'public', '.cache', '.strapi', '.tmp']);
const readable = new Set(['.ts', '.tsx', '.mjs', '.js', '.md', '.graphql']);
// They contain wrong citations on purpose.
const aboutCitations = new Set(['tests/support/source/citations.ts', 'tests/unit/citations.test.ts']);

/** Every handwritten file in the repository, except the tests of this module. */
export function writtenFiles(): TextFile[] {
  return ['', ...folders]
    .flatMap((folder) => filesBelow(folder))
    .filter((path) => readable.has(extname(path)) && !aboutCitations.has(path))
    .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((item) => {
    const path = posix.join(folder, item.name);
    if (item.isFile()) return [path];
    // Only folders in the list are read at the root; links point to installed packages.
    return item.isDirectory() && folder !== '' && !derived.has(item.name) ? filesBelow(path) : [];
  });
}

/** The entries of a document by their anchors, in order, each with the visible number. */
export function entriesOf(document: CitedDocument): { name: EntryName; shown: string | undefined }[] {
  const text = readFileSync(join(repository, `docs/${document}.md`), 'utf8');
  const anchors = new RegExp(
    `<a id="${document.slice(0, 1)}(\\d+)-(\\d+)"></a>(?:\\*\\*|\\s+### )?(\\d+\\.\\d+)?`,
    'g',
  );
  return [...text.matchAll(anchors)].map(([, section, entry, shown]) => ({
    name: `${document} ${section}.${entry}`,
    shown,
  }));
}

// `(behavior 5.5)`, `(behavior 5.5, 10.1)`, `(behavior 5.5, upstream 2.2)`.
const oneForm = /\((?:behavior|upstream) \d+\.\d+(?:, (?:(?:behavior|upstream) )?\d+\.\d+)*\)/g;
const mistakes = [
  // Another form of a citation, or one of a whole section.
  /\b(?:behaviou?r|upstream) \d+\.\d+/gi,
  /\((?:behaviou?r|upstream) \d+[,;)]/gi,
  // Documents that are not in the repository.
  /\b(?:decisions|facts),? \(?\d+/gi,
  /facts-markets|\bmarkets \d+|interface specification|\bthe specification\b/gi,
];

/** The entries that a text cites, with repetitions. A citation can wrap across lines of a comment. */
export function citationsIn(text: string): EntryName[] {
  return [...unwrapped(text).matchAll(oneForm)].flatMap(([citation]) => {
    let document: CitedDocument = 'behavior';
    return citation
      .slice(1, -1)
      .split(', ')
      .map((part): EntryName => {
        const [first = '', second] = part.split(' ');
        if (second === undefined) return `${document} ${first}`;
        document = first === 'upstream' ? 'upstream' : 'behavior';
        return `${document} ${second}`;
      });
  });
}

/** Citations in another form, or of a source outside the repository. */
export function misquotationsIn(text: string): string[] {
  const rest = unwrapped(text).replace(oneForm, '');
  return mistakes.flatMap((mistake) => [...rest.matchAll(mistake)].map(([found]) => found));
}

function unwrapped(text: string): string {
  return text.replace(/\n[ \t]*(?:\*|\/\/)?[ \t]*/g, ' ');
}
