import { describe, expect, test } from 'vitest';
import { describeFindings, type Findings, violationCounts, violationsIn } from '../../../scripts/chaos/report';

const calm: Findings = {
  instances: 2,
  pressure: 0.3,
  stalls: 0,
  troubles: [{ trouble: 'kill', instance: 'site-1', from: 0, to: 1, excusedUntil: 2 }],
  clocksAhead: 1,
  edits: 2,
  acknowledged: 3,
  unacknowledged: 0,
  lost: [],
  incomplete: [],
  repeated: 0,
  queueEmptyAfter: 100,
  staleness: [{ product: 7, version: 2, age: 4999, limit: 5000, by: '/products of site-1', at: 0 }],
  compared: 30,
  requests: 40,
  duringRollingRestarts: 9,
  readsOf: { 'site-1': 20, 'site-2': 10 },
  queries: 5,
  completed: 4,
  failures: [],
  endings: [],
  upstream: { requests: 9, mostInFlight: 3, mostInASecond: 20, mostInASecondAt: 0, mostRestInASecond: 6, refused: 0 },
  transactions: null,
  differences: [],
  broken: [],
  defects: [],
};
const failed = { call: 'GET /products', what: '502', at: 0 };
const ended = { instance: 'site-2', from: 0, to: 9 };

test('within all limits there is no violation', () => {
  expect(violationsIn(calm)).toEqual([]);
  expect(describeFindings(calm)).toContain('No violations.');
});

describe('what is violated is named:', () => {
  const found: [string, Partial<Findings>][] = [
    ['nothing was delivered', { acknowledged: 0 }],
    ['or nothing read', { compared: 0 }],
    ['lost: site-1 shows', { lost: ['site-1 shows version 1 of product 7, not 2'] }],
    ['did not complete', { incomplete: ['store/product/updated is dropped'] }],
    ['missing 5.0 s after', { staleness: [{ product: 7, version: 2, age: 5001, limit: 5000, by: 'x', at: 0 }] }],
    ['not every instance', { readsOf: { 'site-1': 30 } }],
    ['no GraphQL query', { completed: 0 }],
    ['2 deliveries were never', { unacknowledged: 2 }],
    ['502 (calm', { failures: [{ ...failed, during: [] }] }],
    ['502 (rolling restart', { failures: [{ ...failed, during: ['rolling restart'] }] }],
    ['ended on its own while running', { endings: [{ ...ended, while: 'running', during: ['end connections'] }] }],
    ['ended on its own while starting', { endings: [{ ...ended, while: 'starting', during: ['kill'] }] }],
    ['21 GraphQL requests', { upstream: { ...calm.upstream, mostInASecond: 21 } }],
    ['4 REST requests', { upstream: { ...calm.upstream, mostInFlight: 4 } }],
    ['1 requests refused', { upstream: { ...calm.upstream, refused: 1 } }],
    ['site-3: brand', { differences: ['site-3: brand 1 is missing'] }],
  ];
  test.each(found)('%s', (words, findings) => {
    const texts = violationsIn({ ...calm, ...findings }).map(({ text }) => text);
    expect(texts).toEqual([expect.stringContaining(words)]);
    expect(describeFindings({ ...calm, ...findings })).toContain(words);
  });
});

test('violations are counted by what was violated, whenever and wherever it was', () => {
  const found: Findings = {
    ...calm,
    endings: [
      { ...ended, instance: 'site-3', while: 'running', during: [] },
      { ...ended, instance: 'site-1', while: 'running', during: [] },
    ],
    differences: ['site-3: brand 1 is missing'],
  };

  expect(violationCounts(found)).toBe('2 × ended on its own while running, 1 × a difference from the store');
  expect(violationCounts(calm)).toBe('none');
});

test('a request may fail while an instance is killed, and a site may not start without its database', () => {
  const found: Findings = {
    ...calm,
    failures: [{ ...failed, during: ['rolling restart', 'kill'] }],
    endings: [{ ...ended, while: 'starting', during: ['refuse connections'] }],
  };

  expect(violationsIn(found)).toEqual([]);
});
