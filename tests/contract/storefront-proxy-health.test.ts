import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { marketSetting } from '../../contracts/admin/markets';
import { minutes } from '../../server/src/lib/durations';
import { errorOf } from '../support/http/client-bench';
import { json } from '../support/http/scripted-server';
import { goodResponse, startStorefrontBench, type StorefrontBench, text } from '../support/http/storefront-bench';

let bench: StorefrontBench;
beforeEach(async () => {
  bench = await startStorefrontBench();
});
afterEach(() => bench.close());

const graphql = 'POST /graphql';
const mint = 'POST /v3/storefront/api-token-private';

const europe = marketSetting.parse({ key: 'eu', name: 'Europe', channelId: 4, currency: 'EUR', locale: 'de' });
const perChannel = () => ({ graphqlUrl: `${bench.url}/store-{channel}/graphql` });

describe('a site that is not ready', () => {
  test('because credentials are missing responds that the store cannot be reached', async () => {
    const { ask } = await bench.aSite({ secrets: {} });
    await expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable', cause: { code: 'missing_settings' } });
    expect(bench.server.seen).toEqual([]);
  });

  test('because the scope for tokens is missing reports it in Health once the proxy was used', async () => {
    bench.script(
      mint,
      json(
        { status: 403, title: "You don't have a required scope to access the endpoint", errors: {} },
        { status: 403 },
      ),
    );
    const { ask, check } = await bench.aSite();
    expect(await check()).toEqual([]);

    await expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    await expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(bench.seen(mint)).toHaveLength(1);
    expect(await check()).toEqual([
      {
        code: 'scope_missing',
        values: { scope: 'store_storefront_api' },
        text: expect.stringContaining('The access token is missing the OAuth scope store_storefront_api'),
      },
    ]);

    const other = await bench.aSite({ secrets: { accessToken: 'another-access-token' } });
    expect(await other.check()).toEqual([]);

    await bench.clock.advance(minutes(1));
    bench.script(mint, json({ data: { token: 'granted' } }));
    expect(await check()).toEqual([]);
    await ask();
  });

  test('because upstream rejects the channel reports it in Health', async () => {
    bench.script(mint, json({ status: 422, title: 'There is no such channel' }, { status: 422 }));
    const { ask, check } = await bench.aSite();
    await errorOf(ask());
    expect(await check()).toEqual([
      expect.objectContaining({
        code: 'storefront_token',
        text: "The GraphQL proxy couldn't get a storefront token: POST /v3/storefront/api-token-private returned 422: There is no such channel.",
      }),
    ]);
  });

  test('because upstream rejected the channel is ready once it has the former one again', async () => {
    const { ask, check, settings } = await bench.aSite();
    await settings.update({ channelId: 3 });
    await ask();
    bench.script(mint, json({ status: 422, title: 'There is no such channel' }, { status: 422 }));
    await settings.update({ channelId: 9 });
    await errorOf(ask());
    expect(await check()).toMatchObject([{ code: 'storefront_token' }]);
    await settings.update({ channelId: 3 });
    expect(await check()).toEqual([]);
  });
});

describe('a store that does not respond to GraphQL requests', () => {
  test('is reported in Health once a shopper noticed it, until it responds', async () => {
    bench.script(graphql, text('<html></html>', { status: 503 }));
    const { ask, check } = await bench.aSite();
    expect(await check()).toEqual([]);
    expect(bench.seen(graphql)).toEqual([]);

    await errorOf(ask());
    expect(await check()).toEqual([
      expect.objectContaining({
        code: 'storefront_unreachable',
        text: expect.stringMatching(/^The GraphQL proxy gets no usable response from the store: .*503/),
      }),
    ]);

    bench.script(graphql, text(goodResponse));
    expect(await check()).toEqual([]);
    expect(bench.seen(graphql)).toHaveLength(3);
    expect(await check()).toEqual([]);
    expect(bench.seen(graphql)).toHaveLength(3);
  });

  test('is reported even if it responds in another market', async () => {
    bench.script('POST /store-3/graphql', text(goodResponse));
    bench.script('POST /store-4/graphql', text('<html></html>', { status: 503 }));
    const { ask, check } = await bench.aSite({ settings: { ...perChannel(), markets: [europe] } });
    await errorOf(ask(undefined, {}, { market: europe }));
    await ask();
    expect(await check()).toMatchObject([{ code: 'storefront_unreachable' }]);
  });

  test('is no longer reported once the site has no market on the channel', async () => {
    bench.script('POST /store-4/graphql', text('<html></html>', { status: 503 }));
    const { ask, check, settings } = await bench.aSite({ settings: perChannel() });
    await settings.update({ markets: [europe] });
    await errorOf(ask(undefined, {}, { market: europe }));
    expect(await check()).toMatchObject([{ code: 'storefront_unreachable' }]);
    await settings.update({ markets: [{ ...europe, channelId: 5 }] });
    expect(await check()).toEqual([]);
  });

  test('is reported even if a safelist does not have the query of the check', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'safelist-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'hash.graphql'), '{ site { settings { storeHash } } }');
    bench.script(graphql, text('<html></html>', { status: 503 }));
    const { ask, check } = await bench.aSite({ settings: { graphqlSafelist: folder } });
    await errorOf(ask({ query: '{ site { settings { storeHash } } }' }));
    expect(await check()).toMatchObject([{ code: 'storefront_unreachable' }]);
  });
});

describe('a safelist', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'safelist-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('lets its documents through and blocks all others before they cost anything', async () => {
    writeFileSync(join(folder, 'name.graphql'), 'query Name { site { settings { storeName } } }');
    const { ask } = await bench.aSite({ settings: { graphqlSafelist: folder } });
    expect(
      await ask({ query: 'query Name{site{settings{storeName __typename}}}', operationName: 'Name' }),
    ).toMatchObject({ status: 200 });
    await expect(ask({ query: '{ site { settings { storeHash } } }' })).rejects.toMatchObject({
      code: 'invalid_graphql_request',
    });
    expect(bench.seen(graphql)).toHaveLength(1);
  });

  test('that cannot be read lets nothing through, and Health says why', async () => {
    const { ask, check, storefront, logger } = await bench.aSite({
      settings: { graphqlSafelist: join(folder, 'missing') },
    });
    await storefront.prepare();
    expect(logger.lines).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'GraphQL safelist cannot be used; no GraphQL request passes' }),
    );
    await expect(ask()).rejects.toMatchObject({ code: 'safelist_unusable' });
    expect(await check()).toEqual([
      expect.objectContaining({
        code: 'safelist_unreadable',
        text: expect.stringMatching(
          /^The GraphQL proxy is rejecting all requests: The safelist .+missing cannot be read: .*ENOENT/,
        ),
      }),
    ]);
    expect(bench.server.seen).toEqual([]);
  });
});
