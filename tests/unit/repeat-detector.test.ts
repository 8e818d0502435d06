import { expect, test } from 'vitest';
import { createRepeatDetector } from '../../server/src/catalog/responses/repeat-detector';

test('what was asked for is known until so many others were', () => {
  const isRepeated = createRepeatDetector(2);
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(isRepeated)).toEqual([false, false, true, false, true, false]);
});
