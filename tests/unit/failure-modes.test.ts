import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../scripts/lib/paths';

const document = readFileSync(join(repository, 'docs/failure-modes.md'), 'utf8');

/** Each question with the tests that its section names. */
const questions = document
  .split(/^### /m)
  .slice(1)
  .map((chapter) => ({
    question: chapter.slice(0, chapter.indexOf('\n')),
    named: [...chapter.matchAll(/`(tests\/[^`]+)`: “([^”]+)”/g)].map(([, path = '', title = '']) => ({ path, title })),
  }));

test.each(questions)('$question cites tests that exist', ({ named }) => {
  expect(named).not.toEqual([]);
  for (const { path, title } of named) {
    expect({ path, exists: existsSync(join(repository, path)) }).toEqual({ path, exists: true });
    const titles = readFileSync(join(repository, path), 'utf8').replaceAll("\\'", "'");
    expect({ title, isThere: titles.includes(`'${title}'`) || titles.includes(`"${title}"`) }).toEqual({
      title,
      isThere: true,
    });
  }
});

test('every kind of trouble has its question', () => {
  expect(questions.length).toBeGreaterThan(25);
});
