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

test('GET /ready can be read by pages of listed origins only, as every endpoint can', async () => {
  const origin = 'https://status.example';
  const site = await bootSite({ environment: { COMMERCE_BRIDGE_CORS_ORIGINS: origin } });
  try {
    const allowedTo = async (headers: Record<string, string>) => {
      const response = await site.rest('/ready', { headers });
      expect(response.status).toBe(200);
      return response.headers.get('access-control-allow-origin');
    };
    expect(await allowedTo({ origin })).toBe(origin);
    expect(await allowedTo({ origin: 'https://evil.example' })).toBeNull();
    expect(await allowedTo({})).toBeNull();
    containerOf(site.strapi).readiness.end();
    const stopping = await site.rest('/ready', { headers: { origin } });
    expect([stopping.status, stopping.headers.get('access-control-allow-origin')]).toEqual([503, origin]);
  } finally {
    await site.stop();
    removeSite(site);
  }
});
