import { expect, test } from 'vitest';
import { createAskedBefore } from '../../server/src/catalog/responses/asked-before';

test('what was asked for is known until so many others were', () => {
  const isAskedAgain = createAskedBefore(2);
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(isAskedAgain)).toEqual([false, false, true, false, true, false]);
});
