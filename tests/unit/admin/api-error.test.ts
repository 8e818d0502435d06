import { expect, test } from 'vitest';
import { readApiError } from '../../../admin/src/api/api-error';

test('a validation error of the admin API gives each field its first issue, with the code for its message', () => {
  const error = {
    status: 400,
    name: 'ValidationError',
    message: '2 settings are wrong',
    details: {
      errors: [
        {
          path: ['storeHash'],
          message: 'storeHash is not usable',
          name: 'ValidationError',
          code: 'store_hash',
          values: { longest: 32, form: 'letters', odd: null },
        },
        { path: ['storeHash'], message: 'something else', name: 'ValidationError' },
        { path: ['corsOrigins', 0], message: 'no origin', name: 'ValidationError' },
      ],
    },
  };
  expect(readApiError(error)).toEqual({
    status: 400,
    said: { message: '2 settings are wrong', code: null, values: {} },
    fields: {
      storeHash: { message: 'storeHash is not usable', code: 'store_hash', values: { longest: 32, form: 'letters' } },
      'corsOrigins.0': { message: 'no origin', code: null, values: {} },
    },
  });
});

test('an error with a code comes with its plain values', () => {
  const details = {
    code: 'store_switch',
    cachedStore: 'one',
    wantedStore: 'two',
    records: 3,
    run: { id: 'nested' },
    retryAfter: null,
  };
  expect(readApiError({ status: 409, message: 'in English', details })).toEqual({
    status: 409,
    said: {
      message: 'in English',
      code: 'store_switch',
      values: { cachedStore: 'one', wantedStore: 'two', records: 3 },
    },
    fields: {},
  });
});

test('a network error has neither status nor fields, but a message', () => {
  expect(readApiError(new TypeError('Failed to fetch'))).toEqual({
    status: null,
    said: { message: 'Failed to fetch', code: null, values: {} },
    fields: {},
  });
});

test.each([undefined, null, 'broken', { details: { errors: ['broken', { path: 'x' }] } }])(
  'something unknown (%j) has no details and breaks nothing',
  (error) => {
    expect(readApiError(error)).toEqual({ status: null, said: null, fields: {} });
  },
);
