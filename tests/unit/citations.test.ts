import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../../scripts/lib/paths';
import { citationsIn, entriesOf, misquotationsIn, writtenFiles, type CitedDocument } from '../support/source/citations';

const documents: readonly CitedDocument[] = ['behavior', 'upstream'];
const files = writtenFiles();
const entries = documents.flatMap(entriesOf);

describe('a citation', () => {
  test('names one entry, several of one document, or entries of both', () => {
    expect(citationsIn('Records stay (behavior 2.14), as promised (behavior 5.5, 10.1, upstream 2.2).')).toEqual([
      'behavior 2.14',
      'behavior 5.5',
      'behavior 10.1',
      'upstream 2.2',
    ]);
  });

  test('can wrap across lines of a comment', () => {
    expect(citationsIn('/**\n * Reads it (behavior 5.1,\n * 5.2), all of it (upstream\n * 1.3).\n */')).toEqual([
      'behavior 5.1',
      'behavior 5.2',
      'upstream 1.3',
    ]);
  });

  test.each([
    ['as behavior 2.11 says', 'behavior 2.11'],
    ['(behaviour 2.11)', 'behaviour 2.11'],
    ['(behavior 2.11; see there)', 'behavior 2.11'],
    ['(behavior 4)', '(behavior 4)'],
    ['(decisions 4, "Queue")', 'decisions 4'],
    ['(upstream 4.3,\n// facts 4.4)', 'upstream 4.3'],
    ['Facts 1.1', 'Facts 1'],
    ['(interface specification, "Events")', 'interface specification'],
  ])('is not %j', (text, found) => {
    expect(misquotationsIn(text)).toContain(found);
  });

  test('is not anything that only looks like one', () => {
    expect(misquotationsIn('The upstream 404, two facts, docs/decisions/0017-reading.md, all markets.')).toEqual([]);
  });
});

test('every citation leads to an entry of docs/behavior.md or docs/upstream.md', () => {
  const known = new Set<string>(entries.map(({ name }) => name));
  const lost = files.flatMap(({ path, text }) =>
    citationsIn(text)
      .filter((name) => !known.has(name))
      .map((name) => `${path}: ${name}`),
  );

  expect(lost).toEqual([]);
});

test('nothing is cited in another form, or from a source outside the repository', () => {
  const wrong = files
    .filter(({ path }) => path !== 'docs/upstream.md')
    .flatMap(({ path, text }) => misquotationsIn(text).map((found) => `${path}: ${found}`));

  expect(wrong).toEqual([]);
});

test('code or a test cites every entry', () => {
  const cited = new Set<string>(
    files.filter(({ path }) => !path.endsWith('.md')).flatMap(({ text }) => citationsIn(text)),
  );

  expect(entries.map(({ name }) => name).filter((name) => !cited.has(name))).toEqual([]);
});

test('every entry has one anchor, next to its number', () => {
  expect(entries.length).toBeGreaterThan(80);
  expect(entries.filter(({ name, shown }) => name.split(' ')[1] !== shown)).toEqual([]);
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
});

test('docs/upstream.md names tests that exist', () => {
  const named = readFileSync(join(repository, 'docs/upstream.md'), 'utf8').match(/tests\/[a-z/-]+\.test\.ts/g) ?? [];

  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});
