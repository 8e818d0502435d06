import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { differences, type HttpExample, readHttpExamples } from '../support/http/http-examples';
import { finishedRun } from '../support/sites/runs';
import { connectionTo } from '../support/shops/shop';

const examples = readHttpExamples(readFileSync(join(__dirname, '..', '..', 'docs', 'rest.md'), 'utf8'));
/** The product whose slug changes; in the sample store. */
const bowlsId = 209;

let simulator: Simulator;
let site: BootedSite;

async function synchronize(): Promise<void> {
  await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
  expect((await finishedRun(site)).status).toBe('succeeded');
}

beforeAll(async () => {
  simulator = await startSimulator({ quota: 0, publicUrl: 'https://store.example.com' });
  site = await bootSite({
    environment: {
      ...connectionTo(simulator),
      COMMERCE_BRIDGE_GRAPHQL_URL: `${simulator.url}/graphql`,
      COMMERCE_BRIDGE_PUBLIC_URL: 'https://cms.example.com',
      COMMERCE_BRIDGE_PRODUCT_PAGE_ADDRESS: 'https://shop.example.com/products/{slug}',
      COMMERCE_BRIDGE_CORS_ORIGINS: 'https://shop.example.com',
    },
  });
  const { url, is_customized } = { url: '/alpine-enamel-camp-bowls-set-of-4/', is_customized: true };
  simulator.store.products.update(bowlsId, { custom_url: { url: '/camp-bowls/', is_customized } });
  await synchronize();
  simulator.store.products.update(bowlsId, { custom_url: { url, is_customized } });
  await synchronize();
});
afterAll(async () => {
  await site.stop();
  await simulator.close();
  removeSite(site);
});

/** The value of `{etag}`: the entity tag of the document's previous response. */
async function etagBefore(example: HttpExample): Promise<string> {
  const before = examples[examples.indexOf(example) - 1];
  if (!before || !JSON.stringify(example).includes('{etag}')) return '';
  return (await site.rest(before.path, { method: before.method })).headers.get('etag') ?? '';
}

/**
 * The differences between the response and the documented one. Undocumented headers are ignored; the whole body is
 * compared.
 */
async function wrongIn(example: HttpExample): Promise<string[]> {
  const { method, path, headers, body, response: documented } = example;
  const etag = await etagBefore(example);
  const withTag = (text: string) => text.replaceAll('{etag}', etag);
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withTag(value)]));
  const response = await site.rest(path, { method, headers: sent, ...(body !== '' && { body }) });
  const came: unknown = await response.text().then((text) => (text === '' ? undefined : JSON.parse(text)));
  const wrongHeaders = Object.entries(documented.headers).flatMap(([name, value]) =>
    differences(withTag(value), response.headers.get(name) ?? '(none)', name),
  );
  return [
    ...differences(documented.status, response.status, 'status'),
    ...wrongHeaders,
    ...differences(documented.body, came, 'body'),
  ];
}

describe('docs/rest.md', () => {
  test.each(
    examples.map((example) => ({ example, name: `${example.method} ${example.path} → ${example.response.status}` })),
  )('$name', async ({ example }) => {
    expect(await wrongIn(example)).toEqual([]);
  });

  test('has an example of every endpoint', () => {
    const shown = new Set(examples.map(({ path }) => path.split(/[/?]/).slice(0, 2).join('/')));

    expect([...shown].sort()).toEqual([
      '/',
      '/brands',
      '/collections',
      '/facets',
      '/graphql',
      '/markets',
      '/openapi.json',
      '/products',
      '/sitemap',
      '/store',
      '/suggestions',
    ]);
    expect(examples.length).toBeGreaterThanOrEqual(17);
  });
});
