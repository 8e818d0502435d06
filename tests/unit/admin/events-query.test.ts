import { expect, test } from 'vitest';
import { readEventsQuery } from '../../../admin/src/pages/bridge/events/events-query';
import { withEncodedSearch } from '../../../admin/src/lib/encoded-search';
import { failedHooks } from '../../../admin/src/webhooks/failed-hooks';

test("the page's URL determines which events are shown", () => {
  expect(readEventsQuery({ page: '3', pageSize: '50', status: 'dropped', _q: '77' })).toEqual({
    page: 3,
    pageSize: 50,
    status: 'dropped',
    entity_id: 77,
  });
});

test('a search term is an id if it can be one, and text otherwise', () => {
  expect(readEventsQuery({ _q: ' 77 ' })).toEqual({ page: 1, pageSize: 10, entity_id: 77 });
  expect(readEventsQuery({ _q: ' teapot ' })).toEqual({ page: 1, pageSize: 10, search: 'teapot' });
  expect(readEventsQuery({ _q: '99999999999999999' })).toEqual({
    page: 1,
    pageSize: 10,
    search: '99999999999999999',
  });
});

test.each([{}, { page: '0', pageSize: '7', status: 'lost', _q: ' ' }, { page: '-1', _q: '', status: '' }])(
  'an invalid URL (%j) shows the first page of all events',
  (query) => {
    expect(readEventsQuery(query)).toEqual({ page: 1, pageSize: 10 });
  },
);

test('a search with &, + or % is in the URL as it was typed, also after another filter has changed', () => {
  const typed = 'salt & pepper + 5%23';
  const encoded = 'salt%20%26%20pepper%20%2B%205%2523';
  expect(withEncodedSearch({ page: '3' }, { page: '1', _q: typed })).toEqual({ page: '1', _q: encoded });
  expect(withEncodedSearch({ _q: typed }, { status: 'dropped' })).toEqual({ status: 'dropped', _q: encoded });
  expect(withEncodedSearch({ _q: typed }, { _q: '' })).toEqual({ _q: '' });
});

test('a partly failed registration names the failed webhooks, with their reasons', () => {
  const hooks = [
    { scope: 'store/product/*', outcome: 'created', message: null },
    { scope: 'store/sku/*', outcome: 'failed', message: 'no room' },
    { scope: 7, outcome: 'failed' },
    'broken',
  ];
  expect(failedHooks({ status: 502, details: { hooks } })).toEqual([{ scope: 'store/sku/*', message: 'no room' }]);
});

test.each([undefined, null, 'broken', { details: null }, { details: { hooks: 'none' } }])(
  'a completely failed registration (%j) names none',
  (error) => {
    expect(failedHooks(error)).toEqual([]);
  },
);
