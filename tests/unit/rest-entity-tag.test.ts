import { expect, test } from 'vitest';
import { entityTagOf, namesEntityTag } from '../../server/src/http/entity-tag';

const tag = entityTagOf(Buffer.from('{"a":1}'));

test('the tag of a body is strong and depends on every byte', () => {
  expect(tag).toMatch(/^"[\w-]{27}"$/);
  expect(entityTagOf(Buffer.from('{"a":1}'))).toBe(tag);
  expect(entityTagOf(Buffer.from('{"a":2}'))).not.toBe(tag);
});

test.each([tag, `W/${tag}`, `"other", ${tag}`, `"a,b",W/${tag} , "c"`, '*', ' * '])(
  'If-None-Match: %s names it',
  (header) => {
    expect(namesEntityTag(header, tag)).toBe(true);
  },
);

test.each(['', '"other"', tag.slice(1, -1), 'W/"other"', '"*"'])('If-None-Match: %s does not', (header) => {
  expect(namesEntityTag(header, tag)).toBe(false);
});
