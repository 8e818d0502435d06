import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { goodResponse, startStorefrontBench, type StorefrontBench, text } from '../support/http/storefront-bench';

let bench: StorefrontBench;
beforeEach(async () => {
  bench = await startStorefrontBench();
});
afterEach(() => bench.close());

const graphql = 'POST /graphql';
const busy = '203.0.113.66';
const other = '198.51.100.1';

const limiterHeaders = (complexity: number, left: number) => ({
  'x-bc-graphql-complexity': String(complexity),
  'x-bc-ip-rate-limit-requests-quota': '50000',
  'x-bc-ip-rate-limit-requests-quota-left': String(left),
});

test('heavy queries of one shopper that take long leave room for those of others (behavior 6.4)', async () => {
  const open: ServerResponse[] = [];
  const heavy = text(goodResponse, { headers: limiterHeaders(10_000, 40_000) });
  const light = text(goodResponse, { headers: limiterHeaders(20, 10_000) });
  let isFirst = true;
  bench.script(graphql, (response, request) => {
    if (!request.body.includes('heavy')) return light(response, request);
    if (isFirst) heavy(response, request);
    else open.push(response);
    isFirst = false;
  });
  const { ask } = await bench.aSite();
  await ask({ query: '{ heavy }' }, { address: busy });
  const slow = Array.from({ length: 6 }, () => ask({ query: '{ heavy }' }, { address: busy }));
  const settled = Promise.allSettled(slow);
  await expect.poll(() => open.length).toBe(3);
  for (let count = 0; count < 3; count += 1)
    await expect(ask({ query: '{ light }' }, { address: other })).resolves.toMatchObject({ status: 200 });
  for (const response of open) response.writeHead(200, limiterHeaders(10_000, 0)).end(goodResponse);
  expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(3);
});
