import { expect, test } from '@jest/globals';
import { readApiError } from '../../../admin/src/api/api-error';

test('a validation error of the admin API gives each field its first message', () => {
  const error = {
    status: 400,
    name: 'ValidationError',
    message: '2 settings are wrong',
    details: {
      errors: [
        { path: ['storeHash'], message: 'storeHash is not usable', name: 'ValidationError' },
        { path: ['storeHash'], message: 'something else', name: 'ValidationError' },
        { path: ['corsOrigins', 0], message: 'no origin', name: 'ValidationError' },
      ],
    },
  };
  expect(readApiError(error)).toEqual({
    status: 400,
    message: '2 settings are wrong',
    fields: { storeHash: 'storeHash is not usable', 'corsOrigins.0': 'no origin' },
  });
});

test('a network that failed has neither status nor fields, but its message', () => {
  expect(readApiError(new TypeError('Failed to fetch'))).toEqual({ status: null, message: 'Failed to fetch', fields: {} });
});

test.each([undefined, null, 'broken', { details: { errors: ['broken', { path: 'x' }] } }])('something unknown (%j) tells nothing and breaks nothing', (error) => {
  expect(readApiError(error)).toEqual({ status: null, message: null, fields: {} });
});
