import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { purgeTarget, type PurgeTargetUpdate } from '../../../contracts/admin/purging';
import type { FurtherMarket } from '../../../server/src/markets/site-markets';
import type { OutboxBatch } from '../../../server/src/outbox/outbox-target';
import type { ChangedIds } from '../../../server/src/catalog/changes';
import type { PurgeRequest } from '../../../server/src/purging/purge-driver';
import { createPurgeTarget } from '../../../server/src/purging/purge-target';
import { seconds } from '../../../server/src/lib/durations';
import { verifyDelivery } from '../../../server/src/webhooks/signatures';
import { aChange } from '../../support/shops/changed-ids';
import { HastyClock } from '../../support/time/clocks';

const secretOf = (value: string) => ({ kind: 'set' as const, value, lastFour: null });
const ofProducts = (count: number) => aChange({ products: Array.from({ length: count }, (_, index) => index + 1) });

function sentBy(given: PurgeTargetUpdate, secret = 'a-token', further: readonly FurtherMarket[] = []) {
  const clock = new HastyClock();
  const sent: PurgeRequest[] = [];
  let sentBeforeShown: number | null = null;
  const target = createPurgeTarget({
    target: purgeTarget.parse(given),
    secret: given.kind === 'varnish' ? undefined : secretOf(secret),
    markets: { siteMarkets: { further: () => further }, storeLocale: async () => 'en' },
    send: async (request) => void sent.push(request),
    untilShown: async () => void (sentBeforeShown = sent.length),
    clock,
  });
  return {
    sent,
    clock,
    sentBeforeShown: () => sentBeforeShown,
    async purge(change: OutboxBatch['change']) {
      await target.deliver({ id: 'batch', rows: [1], change }, new AbortController().signal);
      return sent;
    },
  };
}

const bodiesOf = (sent: readonly PurgeRequest[]): unknown[] => sent.map(({ body }) => JSON.parse(body ?? 'null'));

test('a purge waits until every instance of the site shows the change', async () => {
  const { purge, sentBeforeShown } = sentBy({ key: 'cdn', kind: 'fastly', serviceId: 'abc' });
  await purge(ofProducts(1));
  expect(sentBeforeShown()).toBe(0);
});

test('Fastly gets up to 256 surrogate keys in a header', async () => {
  const { purge } = sentBy({ key: 'cdn', kind: 'fastly', serviceId: 'abc', soft: true });
  const sent = await purge(ofProducts(300));
  expect(sent.map(({ headers }) => headers['surrogate-key']?.split(' ').length)).toEqual([256, 45]);
  expect(sent[0]).toMatchObject({
    method: 'POST',
    url: 'https://api.fastly.com/service/abc/purge',
    headers: {
      'fastly-key': 'a-token',
      'fastly-soft-purge': '1',
      'surrogate-key': expect.stringMatching(/^products product-1 /),
    },
  });
});

test('Fastly removes at once unless the purge is soft', async () => {
  const [sent] = await sentBy({ key: 'cdn', kind: 'fastly', serviceId: 'abc' }).purge(ofProducts(1));
  expect(Object.keys(sent?.headers ?? {})).not.toContain('fastly-soft-purge');
});

test('Cloudflare gets up to 30 tags per request', async () => {
  const sent = await sentBy({ key: 'cdn', kind: 'cloudflare', zoneId: 'zone' }).purge(
    aChange({ ...ofProducts(40), brands: [7], categories: [8], isStoreChanged: true }),
  );
  expect(sent[0]).toMatchObject({
    url: 'https://api.cloudflare.com/client/v4/zones/zone/purge_cache',
    headers: { authorization: 'Bearer a-token', 'content-type': 'application/json' },
  });
  const tags = bodiesOf(sent).map((body) => z.object({ tags: z.array(z.string()) }).parse(body).tags);
  expect(tags.map(({ length }) => length)).toEqual([30, 16]);
  expect(tags.flat()).toEqual([
    'products',
    ...ofProducts(40).products.map((id) => `product-${id}`),
    ...['collections', 'collection-8', 'brands', 'brand-7', 'store'],
  ]);
});

test('more than eight requests would take are purged as everything', async () => {
  const target = sentBy({ key: 'cdn', kind: 'cloudflare', zoneId: 'zone' });
  expect(await target.purge(ofProducts(239))).toHaveLength(8);
  target.sent.length = 0;
  await target.purge(ofProducts(240));
  expect(bodiesOf(target.sent)).toEqual([{ tags: ['products', 'collections', 'brands', 'store', 'contract'] }]);
});

describe('of further markets, a purge names', () => {
  const eu = {
    key: 'eu',
    name: 'Europe',
    channelId: 3,
    currency: 'EUR',
    locale: 'en',
    customerGroupId: null,
    isPublic: true,
  };
  const further = [
    eu,
    { ...eu, key: 'uk-2', currency: 'GBP' },
    { ...eu, key: 'fr', channelId: 4, locale: 'fr' },
    { ...eu, key: 'staff', isPublic: false },
    { ...eu, key: 'dealers', customerGroupId: 7, isPublic: false },
  ];
  const hook = { key: 'next', kind: 'webhook', url: 'https://shop.example.com/hook' } as const;
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

  test.each<[string, Partial<ChangedIds>, string[][]]>([
    ['those that have a part of it, if they are public', { marketParts: ['prices 3 EUR guests'] }, [['market-eu']]],
    ['all that share the part', { marketParts: ['membership 3'] }, [['market-eu', 'market-uk-2']]],
    ['none for a part that is not public', { marketParts: ['prices 3 EUR 7'] }, []],
    ['the one whose settings changed, though it is gone', { marketParts: ['settings us'] }, [['market-us']]],
    [
      'them after what changed of the catalog',
      { products: [1], marketParts: ['prices 3 GBP guests'] },
      [['products', 'product-1', 'market-uk-2']],
    ],
    [
      'all public ones when the store has other facts',
      { isStoreChanged: true },
      [['store', 'market-eu', 'market-uk-2', 'market-fr']],
    ],
    [
      'those in another language when products came or went, since slugs there depend on the others',
      { products: [1], dependencies: ['presence'] },
      [['products', 'product-1', 'market-fr']],
    ],
    [
      'those in another language when a slug of the catalog moved',
      { products: [1], dependencies: ['slug'] },
      [['products', 'product-1', 'market-fr']],
    ],
    ['those in another language when brands changed', { brands: [2] }, [['brands', 'brand-2', 'market-fr']]],
    [
      'those in another language when categories changed',
      { categories: [3] },
      [['collections', 'collection-3', 'market-fr']],
    ],
    [
      'none when products changed in any other way',
      { products: [1], dependencies: ['price'] },
      [['products', 'product-1']],
    ],
    [
      'none when everything is purged',
      { isEverything: true, marketParts: ['membership 3'] },
      [['products', 'collections', 'brands', 'store', 'contract']],
    ],
  ])('%s', async (_, change, keys) => {
    const sent = await sentBy(hook, secret, further).purge(aChange(change));
    expect(bodiesOf(sent)).toMatchObject(keys.map((each) => ({ data: { keys: each } })));
    expect(sent).toHaveLength(keys.length);
  });
});

test('Vercel gets up to 16 tags of a project', async () => {
  const sent = await sentBy({ key: 'cdn', kind: 'vercel', project: 'shop', teamId: 'team_1' }).purge(ofProducts(16));
  expect(sent.map(({ url }) => url)).toEqual([
    'https://api.vercel.com/v1/edge-cache/invalidate-by-tags?projectIdOrName=shop&teamId=team_1',
    'https://api.vercel.com/v1/edge-cache/invalidate-by-tags?projectIdOrName=shop&teamId=team_1',
  ]);
  expect(bodiesOf(sent)[1]).toEqual({ tags: ['product-16'], target: 'production' });
});

test('Netlify gets a site and its tags, twice in five seconds at most', async () => {
  const { purge, clock } = sentBy({ key: 'cdn', kind: 'netlify', siteId: 'site-1' });
  const sent = await purge(ofProducts(150));
  expect(sent[0]?.url).toBe('https://api.netlify.com/api/v1/purge');
  expect(bodiesOf(sent)[1]).toMatchObject({ site_id: 'site-1', cache_tags: expect.arrayContaining(['product-150']) });
  expect(clock.waits).toEqual([seconds(2.6)]);
});

test('Varnish gets the header of its module, with the method of the VCL', async () => {
  const url = 'http://varnish:6081/';
  const [hard] = await sentBy({ key: 'cdn', kind: 'varnish', url }).purge(ofProducts(2));
  expect(hard).toEqual({ method: 'PURGE', url, headers: { xkey: 'products product-1 product-2' } });
  const [soft] = await sentBy({ key: 'cdn', kind: 'varnish', url, method: 'BAN', soft: true }).purge(ofProducts(1));
  expect(soft).toEqual({ method: 'BAN', url, headers: { 'xkey-softpurge': 'products product-1' } });
});

test('a webhook is signed as Standard Webhooks wants it, and a repetition has the same id', async () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
  const { purge, clock } = sentBy({ key: 'next', kind: 'webhook', url: 'https://shop.example.com/hook' }, secret);
  const [request, again] = [...(await purge(ofProducts(1))), ...(await purge(ofProducts(1)))];
  expect(request?.headers['webhook-id']).toBe(again?.headers['webhook-id']);
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    type: 'catalog.changed',
    data: { keys: ['products', 'product-1'] },
  });
  const proven = verifyDelivery({
    secrets: {
      webhookSecrets: [],
      // Our own receiver uses the characters of the client secret as the key, so this is the decoded secret.
      clientSecret: '0123456789abcdef0123456789abcdef',
      headerTokenDigests: [],
      standardWebhooks: 'proven',
    },
    headers: request?.headers ?? {},
    body: Buffer.from(request?.body ?? ''),
    now: clock.now(),
    signatureHeader: 'X-Signature',
    tolerance: seconds(5),
  });
  expect(proven).toMatchObject({ kind: 'verified', scheme: 'standard-webhooks' });
});

test.each([
  ['cannot be decrypted', { kind: 'unreadable' } as const],
  ['is missing', { kind: 'absent' } as const],
])('a secret that %s is not sent as something else', async (_why, secret) => {
  const target = createPurgeTarget({
    target: purgeTarget.parse({ key: 'cdn', kind: 'netlify', siteId: 'a' }),
    secret,
    markets: { siteMarkets: { further: () => [] }, storeLocale: async () => null },
    send: async () => expect.unreachable(),
    untilShown: async () => undefined,
    clock: new HastyClock(),
  });
  await expect(target.test('1', new AbortController().signal)).rejects.toThrow('enter it again');
});
