import { expect, test } from 'vitest';
import { textDiff } from '../../../admin/src/lib/text-diff';

const marked = (pieces: { text: string; isMarked: boolean }[] | undefined) =>
  pieces?.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('');

test('of two texts, the words are marked that the other lacks', () => {
  const diff = textDiff('A warm mug of clay', 'A warm cup of fine clay');
  expect(marked(diff?.before)).toBe('A warm [mug] of clay');
  expect(marked(diff?.after)).toBe('A warm [cup] of [fine ]clay');
});

test('what both texts have is shortened to what is next to a difference', () => {
  const same = 'word '.repeat(200);
  const diff = textDiff(`${same}old ${same}`, `${same}new ${same}`);
  expect(marked(diff?.before)).toMatch(/^…[word ]{60}\[old\][word ]{60}…$/);
  expect(marked(diff?.after)).toMatch(/^…[word ]{60}\[new\][word ]{60}…$/);
});

test('a text that is only in one place is marked as a whole', () => {
  const diff = textDiff('', 'New here');
  expect(diff).toEqual({ before: [], after: [{ text: 'New here', isMarked: true }] });
});
