import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedServer, startScriptedServer } from '../support/http/scripted-server';
import { startVarnish, type Varnish } from '../support/http/varnish';
import { varnish, whenAvailable } from '../support/requirements';

/*
 * The VCL of the documentation, in front of a server with scripted responses: what it does with each kind of response.
 */

interface Scripted {
  status?: number;
  headers: Record<string, string>;
}

const usual = { 'cache-control': 'public, max-age=60, stale-while-revalidate=300' };

whenAvailable(varnish()).describe('the example for Varnish', (varnishd) => {
  let site: ScriptedServer;
  let cache: Varnish;
  const pages = new Map<string, Scripted>();

  beforeAll(async () => {
    site = await startScriptedServer();
    site.script((response, { url }) => {
      const { status = 200, headers } = pages.get(url) ?? { status: 204, headers: {} };
      response.writeHead(status, headers).end();
    });
    cache = await startVarnish(varnishd, site);
  });
  afterAll(async () => {
    await cache.stop();
    await site.close();
  });

  const addressOf = (page: string) => `/api/commerce-bridge/v1/${page}`;
  const script = (page: string, scripted: Scripted) => void pages.set(addressOf(page), scripted);
  const ask = (page: string) => fetch(`${cache.url}${addressOf(page)}`, { redirect: 'manual' });
  const purge = (header: 'xkey' | 'xkey-softpurge', names: string) =>
    fetch(cache.url, { method: 'PURGE', headers: { [header]: names } });
  const asked = (page: string) => site.seen.filter(({ url }) => url === addressOf(page)).length;

  /** How many of three requests for a page reached the site. */
  async function askedOfThree(page: string, scripted: Scripted): Promise<number> {
    script(page, scripted);
    for (let request = 0; request < 3; request += 1) await ask(page);
    return asked(page);
  }

  test('keeps what can be purged, and does not call it old', async () => {
    expect(await askedOfThree('named', { headers: { ...usual, 'surrogate-key': 'named store' } })).toBe(1);
    expect((await ask('named')).headers.get('age')).toBeNull();
    await purge('xkey', 'named');
    await ask('named');
    expect(asked('named')).toBe(2);
  });

  test.each([
    ['what has no name to purge it by', 'nameless', { 'cache-control': 'public, max-age=0' }],
    [
      'the description of the API',
      'openapi.json',
      { 'cache-control': 'public, max-age=0', 'surrogate-key': 'contract' },
    ],
    ['what is for one caller', 'private', { 'cache-control': 'private, no-store', 'surrogate-key': 'products' }],
    ['what may be old already', 'old', { 'cache-control': 'no-store' }],
  ])('keeps %s no longer than it says', async (_, page, headers) => {
    expect(await askedOfThree(page, { headers })).toBe(3);
  });

  test('keeps a redirect as long as it says, and drops it with its names', async () => {
    const moved = { status: 301, headers: { ...usual, location: '/new', 'surrogate-key': 'moved' } };
    expect(await askedOfThree('before', moved)).toBe(1);
    await purge('xkey', 'moved');
    expect((await ask('before')).status).toBe(301);
    expect(asked('before')).toBe(2);
    expect(
      await askedOfThree('at-once', { ...moved, headers: { ...moved.headers, 'cache-control': 'max-age=0' } }),
    ).toBe(3);
  });

  test('passes an error of the site on where it has no older page', async () => {
    script('failing', { status: 500, headers: { 'cache-control': 'no-store', 'x-request-id': 'one' } });
    const failed = await ask('failing');
    expect([failed.status, failed.headers.get('x-request-id')]).toEqual([500, 'one']);
    script('failing', { headers: usual });
    expect((await ask('failing')).status).toBe(200);
  });

  test('serves an older page while the site responds with errors', async () => {
    script('page', { headers: { ...usual, 'surrogate-key': 'page' } });
    await ask('page');
    await purge('xkey-softpurge', 'page');
    script('page', { status: 503, headers: { 'cache-control': 'no-store' } });
    expect([(await ask('page')).status, (await ask('page')).status]).toEqual([200, 200]);
    script('page', { headers: { ...usual, 'surrogate-key': 'page' } });
    const before = asked('page');
    await ask('page');
    await ask('page');
    expect(asked('page')).toBe(before + 1);
  });
});
