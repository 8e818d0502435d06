import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../../scripts/lib/paths';
import { fileNamesUsedTwice, namesExportedTwice } from '../support/source/duplicate-names';
import { readSources } from '../support/source/read-source';

const paths = readSources('server/src').map(({ path }) => path);

describe('a name of the server stands for one thing', () => {
  test('as a file in one room', () => {
    expect(fileNamesUsedTwice(paths)).toEqual([]);
  });

  test('as an export of one file', () => {
    const files = paths.map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));
    expect(namesExportedTwice(files)).toEqual([]);
  });
});

describe('a duplicate name is reported with its files', () => {
  test('in two rooms, even within the catalog, but not next to the edge that leads to it', () => {
    const runs = ['server/src/sync/runs.ts', 'server/src/catalog/views/runs.ts', 'server/src/controllers/runs.ts'];
    expect(fileNamesUsedTwice([...runs, 'server/src/catalog/views/deep/page.ts'])).toEqual([
      { name: 'runs.ts', paths: ['server/src/catalog/views/runs.ts', 'server/src/sync/runs.ts'] },
    ]);
    expect(fileNamesUsedTwice(['server/src/catalog/views/a.ts', 'server/src/catalog/model/a.ts'])).toHaveLength(1);
  });

  test.each([
    ['export function run() {}', 'export const run = 1;'],
    ['export class run {}', 'export interface run {}'],
    ['export async function run() {}', 'export type run = 1;'],
  ])('by %s and %s', (one, two) => {
    const files = [
      { path: 'server/src/sync/a.ts', text: one },
      { path: 'server/src/sync/b.ts', text: two },
    ];
    expect(namesExportedTwice(files)).toEqual([
      { name: 'run', paths: ['server/src/sync/a.ts', 'server/src/sync/b.ts'] },
    ]);
  });

  test.each(["export { run } from './a';", "export type { run } from './a';", 'const run = 1;', 'export default run;'])(
    'but not by %s',
    (two) => {
      const files = [
        { path: 'server/src/sync/a.ts', text: 'export function run() {}' },
        { path: 'server/src/sync/b.ts', text: two },
      ];
      expect(namesExportedTwice(files)).toEqual([]);
    },
  );
});
