import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seconds } from '../../server/src/lib/durations';
import { json, type SeenRequest } from '../support/http/scripted-server';
import {
  accessToken,
  goodResponse,
  startStorefrontBench,
  type StorefrontBench,
  text,
} from '../support/http/storefront-bench';

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

describe('a 429 that the store gives to a shopper', () => {
  const secrets = { accessToken, trustedProxySecret: 'trusted-1' };
  const isOf = (address: string, { headers }: SeenRequest) => headers['true-client-ip'] === address;
  const rejectBusy = () =>
    bench.script(graphql, (response, request) =>
      (isOf(busy, request) ? json({}, { status: 429 }) : text(goodResponse))(response, request),
    );

  test('whose address is forwarded stops this shopper, and no other', async () => {
    rejectBusy();
    const { ask } = await bench.aSite({ secrets });
    for (let second = 0; second < 60; second += 1) {
      await expect(ask(undefined, { address: busy })).rejects.toMatchObject({
        code: 'rate_limited',
        message: 'The store takes no more requests for now; try again later.',
      });
      await expect(ask(undefined, { address: other })).resolves.toMatchObject({ status: 200 });
      await bench.clock.advance(seconds(1));
    }
    // After pauses of 1, 2, 4, 8, and 16 seconds.
    expect(bench.seen(graphql).filter((request) => isOf(busy, request))).toHaveLength(6);
  });

  test.each([
    ['that is a neighbor in a network of 65,536', '2a01:598:a000:1::1', '2a01:598:a000:ffff::9'],
    ['without an address that can be forwarded, which counts as the site', 'unknown', other],
  ])('%s stops no other', async (_, rejected, served) => {
    bench.script(graphql, (response, request) =>
      (isOf(served, request) ? text(goodResponse) : json({}, { status: 429, headers: { 'retry-after': '300' } }))(
        response,
        request,
      ),
    );
    const { ask } = await bench.aSite({ secrets });
    for (let count = 0; count < 2; count += 1)
      await expect(ask(undefined, { address: rejected })).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(ask(undefined, { address: served })).resolves.toMatchObject({ status: 200 });
    expect(bench.seen(graphql).filter((request) => !isOf(served, request))).toHaveLength(1);
  });

  test('whose address is not forwarded stops all, since the store counts their requests together', async () => {
    bench.script(graphql, json({}, { status: 429 }), text(goodResponse));
    const { ask } = await bench.aSite();
    for (const address of [busy, other])
      await expect(ask(undefined, { address })).rejects.toMatchObject({ code: 'rate_limited' });
    expect(bench.seen(graphql)).toHaveLength(1);
  });

  test('with what is left of a quota, is about nobody else if the address is forwarded', async () => {
    const open: ServerResponse[] = [];
    bench.script(graphql, (response, request) => {
      if (isOf(busy, request)) open.push(response);
      else text(goodResponse, { headers: limiterHeaders(10_000, 0) })(response, request);
    });
    const { ask } = await bench.aSite({ secrets });
    await ask(undefined, { address: other });
    const waiting = [1, 2].map(() => ask(undefined, { address: busy }));
    await expect.poll(() => open.length).toBe(2);
    for (const response of open) response.writeHead(200).end(goodResponse);
    await Promise.all(waiting);
  });
});
