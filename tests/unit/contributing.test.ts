import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../scripts/lib/paths';

const document = readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8');
const recipes = document
  .split(/^### /m)
  .slice(1)
  .map((text) => text.split(/^## /m)[0] ?? '')
  .map((text) => ({
    text,
    recipe: text.slice(0, text.indexOf('\n')),
    files: [...text.matchAll(/`((?:server|admin|contracts|simulator|tests|docs)\/[^`]*)`/g)].map(
      ([, file = '']) => file,
    ),
  }));

test('there is a recipe for each of seven common changes', () => {
  expect(recipes).toHaveLength(7);
});

test.each(recipes)('$recipe has an example', ({ text }) => {
  expect(text).toMatch(/\bExamples?:\s+[0-9a-f]{7}\b/);
});

test.each(recipes)('$recipe names files that exist', ({ files }) => {
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
});
