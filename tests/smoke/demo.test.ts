import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { findFreePort, isPortFree } from '../../scripts/lib/ports';
import { startDemo, type DemoProcess } from '../support/sites/demo-process';
import { upstreamReference, whenAvailable } from '../support/requirements';
import { logIn } from '../support/sites/start-site';
import { eventually } from '../support/time/eventually';

const demos: DemoProcess[] = [];
const demo = (...args: string[]): DemoProcess => {
  const started = startDemo(args);
  demos.push(started);
  return started;
};

afterEach(() => {
  for (const running of demos.splice(0)) running.kill();
});

const slug = 'orchard-oak-serving-board';

async function changePrice(simulator: number, price: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${simulator}/__simulator/products/203`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ price }),
  });
  expect(response.status).toBe(200);
}

async function readPrice(site: number): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${site}/api/commerce-bridge/v1/products/${slug}`);
  return z.object({ price: z.number() }).parse(await response.json()).price;
}

test('the demo shows a synced site that follows its store, and Ctrl+C stops all of it', async () => {
  const port = await findFreePort();
  const running = demo('--port', String(port));
  await running.waitForOutput('Running until Ctrl+C');

  const output = running.output();
  expect(output).toContain('succeeded after');
  const addresses = [...output.matchAll(/http:\S+\/api\/commerce-bridge\/v1\S*/g)].map(([address]) => address);
  expect(addresses.length).toBeGreaterThanOrEqual(6);
  const responses = await Promise.all(addresses.map(async (address) => [address, (await fetch(address)).status]));
  expect(responses).toEqual(addresses.map((address) => [address, 200]));
  const [, email, password] = /Login\s+(\S+)\s+(\S+)/.exec(output) ?? [];
  const administrator = await logIn(
    { url: `http://127.0.0.1:${port}` },
    { email: email ?? '', password: password ?? '' },
  );
  expect((await administrator.request('GET', '/commerce-bridge/sync')).body).toMatchObject({
    last: { status: 'succeeded' },
  });
  const simulator = Number(/Simulated store\s+http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]);
  await changePrice(simulator, 77.5);
  await eventually(async () => (await readPrice(port)) === 77.5);

  expect(output).toMatch(/^\n? {2}Shop +http/m);
  const [, shop = ''] = /Shop\s+(\S+)/.exec(output) ?? [];
  expect(await (await fetch(`${shop}/products/${slug}`)).text()).toContain('$77.50');

  const turn = (state: 'off' | 'on') =>
    fetch(`${shop}/behind/store`, { method: 'POST', body: new URLSearchParams({ product: slug, state }) });
  const askStore = async () => {
    const body = JSON.stringify({ query: '{ site { settings { storeName } } }' });
    const headers = { 'content-type': 'application/json' };
    const address = `http://127.0.0.1:${port}/api/commerce-bridge/v1/graphql`;
    return (await fetch(address, { method: 'POST', headers, body })).status;
  };
  await turn('off');
  expect(await askStore()).toBe(502);
  await turn('on');
  expect(await askStore()).toBe(200);

  running.interrupt();
  expect(await running.ended).toBe(0);
  expect(await isPortFree(port)).toBe(true);
  expect(await isPortFree(simulator)).toBe(true);
  expect(await isPortFree(Number(new URL(shop).port))).toBe(true);
});

test('the demo can show a generated catalog of any size', async () => {
  const running = demo('--once', '--products', '250');

  expect(await running.ended).toBe(0);
  expect(running.output()).toMatch(/succeeded after [\d.]+ s: 250 products created/);
});

test('a port in use is explained, and nothing is started', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const address: AddressInfo | string | null = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const running = demo('--once', '--port', String(port));

  expect(await running.ended).toBe(1);
  expect(running.output()).toBe(
    `port ${port} is in use by another program: stop that, or choose another port with --port\n`,
  );
  await new Promise((done) => other.close(done));
});

test('a missing catalog is explained', async () => {
  const running = demo('--once', '--catalog', 'no-such-file.csv');

  expect(await running.ended).toBe(1);
  expect(running.output()).toContain('no-such-file.csv');
});

whenAvailable(upstreamReference()).describe("a product export of upstream's own sample store", (folder) => {
  test('is shown with all its 13 products', async () => {
    const running = demo('--once', '--catalog', join(folder, 'sample-catalog', 'bigcommerce-sample-store.csv'));

    expect(await running.ended).toBe(0);
    expect(running.output()).toMatch(/succeeded after [\d.]+ s: 13 products created, .* 0 failed/);
  });
});
