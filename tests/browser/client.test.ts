import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../scripts/lib/admin-browser';
import { repository } from '../../scripts/lib/paths';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { createAdministrator, startSite, type TestSite } from '../support/sites/start-site';

/** A page of a frontend with the packaged client, loaded without a bundler. */
const page = `<!doctype html><body><script type="module">
import { createCommerceBridgeClient, orNull } from '/client.mjs';
const shop = createCommerceBridgeClient({ baseUrl: new URLSearchParams(location.search).get('shop') });
async function look() {
  const slugs = [];
  for await (const { slug } of shop.eachProduct({ per_page: 2 })) slugs.push(slug);
  const nothing = await orNull(shop.readProduct('nowhere'));
  const failure = await shop.listProducts({ per_page: 0 }).catch(({ code, status, requestId }) => ({ code, status, isTraceable: requestId !== null }));
  const { data } = await shop.graphql('{ site { settings { storeName } } }');
  return { slugs: slugs.length, nothing, failure, data };
}
document.body.textContent = JSON.stringify(await look().catch(({ name, message }) => ({ name, message })));
document.body.dataset.state = 'done';
</script></body>`;

whenAvailable(chromium()).describe('the client in a browser, on a page of another origin', (executable) => {
  let simulator: Simulator;
  let frontend: Server;
  let site: TestSite;
  let browser: Browser;
  let port = 0;

  beforeAll(async () => {
    simulator = await startSimulator({ products: 5, quota: 0 });
    frontend = createServer((request, response) => {
      const isClient = request.url === '/client.mjs';
      response.writeHead(200, { 'content-type': isClient ? 'text/javascript' : 'text/html' });
      response.end(isClient ? readFileSync(join(repository, 'dist', 'client', 'index.mjs')) : page);
    }).listen(0, '127.0.0.1');
    await once(frontend, 'listening');
    const address = frontend.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;

    const { account, url } = simulator;
    site = await startSite({
      env: {
        COMMERCE_BRIDGE_API_URL: url,
        COMMERCE_BRIDGE_GRAPHQL_URL: `${url}/graphql`,
        COMMERCE_BRIDGE_STORE_HASH: account.storeHash,
        COMMERCE_BRIDGE_ACCESS_TOKEN: account.accessToken,
        COMMERCE_BRIDGE_CORS_ORIGINS: `http://127.0.0.1:${port}`,
      },
    });
    const administrator = await createAdministrator(site);
    await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
    expect(
      await finishedRun({ admin: (method, path, body) => administrator.request(method, path, body) }),
    ).toMatchObject({ status: 'succeeded' });
    browser = await launchBrowser(executable);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    frontend?.close();
    await simulator?.close();
  });

  async function seenFrom(host: string): Promise<unknown> {
    const window = await browser.newPage();
    window.setDefaultTimeout(90_000);
    await window.goto(`http://${host}:${port}/?shop=${encodeURIComponent(`${site.url}/api/commerce-bridge/v1`)}`);
    await window.locator('body[data-state=done]').waitFor();
    const text = (await window.locator('body').textContent()) ?? '';
    await window.close();
    return JSON.parse(text);
  }

  test('that is listed can read, page, see errors with their request ids, and reach the store', async () => {
    const { total }: { total: number } = JSON.parse(
      await (await fetch(`${site.url}/api/commerce-bridge/v1/products`)).text(),
    );
    expect(total).toBeGreaterThan(2);

    expect(await seenFrom('127.0.0.1')).toEqual({
      slugs: total,
      nothing: null,
      failure: { code: 'invalid_parameter', status: 400, isTraceable: true },
      data: { site: { settings: { storeName: simulator.store.information.name } } },
    });
  });

  test('that is not listed can read nothing', async () => {
    expect(await seenFrom('localhost')).toEqual({ name: 'TypeError', message: 'Failed to fetch' });
  });
});
