import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../../scripts/lib/paths';
import { mappedPaths, walkedFiles } from '../support/source/architecture-map';

const document = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8');
const mapped = mappedPaths(document);

const foldersOf = (parent: string) =>
  readdirSync(join(repository, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${parent}${name}/`);
const filesOf = (parent: string) =>
  readdirSync(join(repository, parent), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `${parent}${name}`);

describe('the map', () => {
  test.each(mapped.map((path) => ({ path })))('names $path, which exists', ({ path }) => {
    expect(existsSync(join(repository, path))).toBe(true);
  });

  test.each(['server/src/', 'server/src/catalog/', 'contracts/', 'admin/src/'])(
    'names every folder of %s',
    (parent) => {
      expect(foldersOf(parent).filter((folder) => !mapped.includes(folder))).toEqual([]);
    },
  );

  test('names every file outside the rooms', () => {
    expect(filesOf('server/src/').filter((file) => !mapped.includes(file))).toEqual([]);
  });
});

describe('the walk of', () => {
  const walks = ['A webhook body', 'A wire product', 'A request query'];

  test.each(walks)('%s names files that exist', (heading) => {
    const files = walkedFiles(document, heading);

    expect(files.length).toBeGreaterThan(4);
    expect(files.filter((file) => !existsSync(join(repository, 'server/src', file)))).toEqual([]);
  });

  test.each(walks)('%s goes one way: it never returns to a room that it left', (heading) => {
    const rooms = walkedFiles(document, heading).map((file) => file.slice(0, file.lastIndexOf('/')));
    const entered = rooms.filter((room, index) => room !== rooms[index - 1]);

    expect(entered).toEqual([...new Set(entered)]);
  });
});
