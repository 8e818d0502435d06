import { expect, test } from 'vitest';
import { upstreamLoad } from '../../../scripts/chaos/upstream-load';

const graphql = (at: number, status = 200) => ({ path: '/graphql', at, milliseconds: 5, status });
const rest = (at: number, milliseconds: number) => ({ path: '/stores/abc/v3/hooks', at, milliseconds, status: 200 });

test('GraphQL requests are counted in any second, not in those of the clock', () => {
  const log = [graphql(0), graphql(900), graphql(1500), graphql(1899), graphql(1900)];

  expect(upstreamLoad(log).mostInASecond).toBe(3);
});

test('GraphQL requests that waited while the store was stalled are in no second', () => {
  const log = [graphql(0), graphql(400), graphql(1210), graphql(1215), graphql(1300)];

  expect(upstreamLoad(log, [{ from: 1000, to: 1200 }])).toMatchObject({ mostInASecond: 2, mostInASecondAt: 400 });
  expect(upstreamLoad(log).mostInASecond).toBe(4);
});

test('REST requests are counted while they are in flight', () => {
  const log = [rest(0, 100), rest(50, 100), rest(100, 100), rest(140, 5)];

  expect(upstreamLoad(log)).toMatchObject({ requests: 4, mostInFlight: 3, mostInASecond: 0 });
});

test('refused requests are counted', () => {
  expect(upstreamLoad([graphql(0, 429), graphql(1)]).refused).toBe(1);
});

test('a long log is counted', () => {
  const log = Array.from({ length: 200_000 }, (_, place) => graphql(place * 100));

  expect(upstreamLoad(log).mostInASecond).toBe(10);
});
