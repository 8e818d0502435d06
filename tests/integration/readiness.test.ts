import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { containerOf } from '../../server/src/container';

describe('GET /ready', () => {
  let site: BootedSite;
  beforeEach(async () => {
    site = await bootSite();
  });
  afterEach(async () => {
    await site.stop();
    removeSite(site);
  });

  test('is 200 without a body once the site has started', async () => {
    const response = await site.rest('/ready');

    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe('');
  });

  test.each(['HEAD', 'OPTIONS', 'POST'])('handles %s as every endpoint does', async (method) => {
    const response = await site.rest('/ready', { method });
    expect(response.status).toBe({ HEAD: 200, OPTIONS: 204, POST: 405 }[method]);
    expect(response.headers.get('allow')).toBe(method === 'HEAD' ? null : 'GET, HEAD, OPTIONS');
  });

  test('is 503 without a body once the site stops', async () => {
    containerOf(site.strapi).readiness.end();

    const response = await site.rest('/ready');

    expect(response.status).toBe(503);
    expect(await response.text()).toBe('');
  });
});
