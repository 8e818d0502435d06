import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { clientContract } from '../../scripts/lib/client-contract';
import { configurationDocument } from '../../scripts/lib/configuration-document';
import { exampleDocuments } from '../../scripts/lib/example-documents';
import { restDocument } from '../../scripts/lib/rest-document';
import { repository } from '../../scripts/lib/paths';

const documents = ['.', 'docs', 'docs/decisions', 'examples/astro', 'examples/next', 'simulator']
  .flatMap((folder) => readdirSync(join(repository, folder)).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.md'));
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

test('docs/configuration.md lists every setting as it is defined (npm run docs)', () => {
  const { present, expected } = configurationDocument();

  expect(present).toBe(expected);
});

test.each(exampleDocuments())(
  '$path shows the examples as they are in their files (npm run docs)',
  ({ present, expected }) => {
    expect(present).toBe(expected);
    expect(present.match(/<!-- file: /g)).toHaveLength(6);
  },
);

test('docs/rest.md has the parameters and codes of the contract (npm run docs)', () => {
  const { present, expected } = restDocument();

  expect(present).toBe(expected);
  expect(present).toContain('| `per_page` | integer from 1 to 100 | `10` |');
});

test('the types of the client are those of the contract (npm run docs)', async () => {
  const { present, expected } = await clientContract();

  expect(present).toBe(expected);
});

test('documents link to files that exist', () => {
  const broken = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\(([^)#]+)/g)]
      .map(([, target]) => target ?? '')
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(repository, dirname(path), target)))
      .map((target) => `${path}: ${target}`),
  );

  expect(broken).toEqual([]);
});

test('documents name commands that exist', () => {
  const manifest: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
  const unknown = documents.flatMap((path) =>
    [...read(path).matchAll(/npm run ([a-z][a-z:-]*)/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !(name in manifest.scripts))
      .map((name) => `${path}: npm run ${name}`),
  );

  expect(unknown).toEqual([]);
});

test('every decision is in the list of decisions', () => {
  const list = read('docs/decisions/README.md');
  const pages = readdirSync(join(repository, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));

  expect(pages.filter((name) => !list.includes(`](${name})`))).toEqual([]);
});
