import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { containerOf } from '../../server/src/container';
import { differences, type HttpExample, readHttpExamples } from '../support/http/http-examples';
import { openShop, type Shop } from '../support/shops/shop';
import { createApiToken } from '../support/sites/api-token';
import { eventually } from '../support/time/eventually';

const document = readFileSync(join(__dirname, '..', '..', 'docs', 'markets.md'), 'utf8');
const chapter = /^## Worked examples$([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(document)?.[1] ?? '';

/** Each example with its title, its setting, and the request. */
const worked = chapter
  .split(/^### /m)
  .slice(1)
  .map((text) => ({
    title: text.split('\n')[0] ?? '',
    setting: JSON.parse(/```json\n([\s\S]*?)```/.exec(text)?.[1] ?? 'null'),
    requests: readHttpExamples(text),
  }));

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    simulator: { markets: true, publicUrl: 'https://store.example.com' },
    environmentFor: ({ url, account: { storeHash } }) => ({
      COMMERCE_BRIDGE_GRAPHQL_URL: `${url}/store-${storeHash}-{channel}/graphql`,
    }),
    site: { environment: { COMMERCE_BRIDGE_PRODUCT_PAGE_ADDRESS: 'https://shop.example.com/products/{slug}' } },
  });
  await shop.synchronize();
});
afterAll(() => shop.close());

/** The differences between the response and the documented one; undocumented headers are ignored. */
async function wrongIn(example: HttpExample, token: string): Promise<string[]> {
  const { method, path, headers, response: shown } = example;
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('…', token)]));
  const response = await shop.site.rest(path, { method, headers: sent });
  const came: unknown = await response.json();
  return [
    ...differences(shown.status, response.status, 'status'),
    ...Object.entries(shown.headers).flatMap(([name, value]) =>
      differences(value, response.headers.get(name) ?? '(none)', name),
    ),
    ...differences(shown.body, came, 'body'),
  ];
}

describe('docs/markets.md', () => {
  test('has worked examples', () => {
    expect(worked.length).toBeGreaterThanOrEqual(3);
    for (const { requests } of worked) expect(requests.length).toBeGreaterThan(1);
  });

  test.each(worked)('$title', async ({ title, setting, requests }) => {
    const { status } = await shop.site.admin('PUT', '/commerce-bridge/settings', { markets: setting });
    expect(status).toBe(200);
    const passes = containerOf(shop.site.strapi).marketPasses;
    await eventually(async () => passes.isIdle());
    const permissions = ['plugin::commerce-bridge.market.read'];
    const token = await createApiToken(shop.site, { name: title, type: 'custom', permissions });
    for (const example of requests) expect([example.path, await wrongIn(example, token)]).toEqual([example.path, []]);
  });
});
