import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type HealthIssue, healthRecord } from '../../contracts/admin/health';
import { containerOf } from '../../server/src/container';
import { type BootedSite, bootSite, removeSite } from '../support/sites/boot-site';
import { aBrand, catalogWriter } from '../support/shops/catalog-items';
import { errorOf } from '../support/http/client-bench';
import { eventually } from '../support/time/eventually';
import { keepsResponses } from '../support/instances/keeps-responses';
import { type OwnRedis, redisProgram, startOwnRedis } from '../support/instances/own-redis';
import { whenAvailable } from '../support/requirements';

const sites: BootedSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) {
    await site.stop();
    removeSite(site);
  }
});

async function aSite(redisUrl: string): Promise<BootedSite> {
  const site = await bootSite({ environment: { COMMERCE_BRIDGE_REDIS_URL: redisUrl } });
  sites.push(site);
  return site;
}

whenAvailable(redisProgram()).describe('a site with Redis', () => {
  let redis: OwnRedis;
  beforeAll(async () => {
    redis = await startOwnRedis(['--requirepass', 'hunter2secret']);
  });
  afterAll(() => redis.close());

  async function issuesOf(site: BootedSite): Promise<HealthIssue[]> {
    const { body } = await site.admin('POST', '/commerce-bridge/health/check');
    return healthRecord.parse(body).issues ?? [];
  }

  test('keeps running while Redis is away, and health says so until it is back', async () => {
    const site = await aSite(`redis://:hunter2secret@127.0.0.1:${redis.port}`);
    const codes = async () => (await issuesOf(site)).map(({ code }) => code);
    expect(await codes()).not.toContain('redis_away');
    expect(containerOf(site.strapi).knownSecrets.redact('it says hunter2secret')).toBe('it says [redacted]');
    await redis.stop();
    await eventually(async () => (await codes()).includes('redis_away'));
    expect((await site.rest('/products')).status).toBe(200);
    await redis.start();
    await eventually(async () => !(await codes()).includes('redis_away'));
  });

  test('keeps running while Redis serves reads and refuses changes, and health shows its message until it takes them', async () => {
    const full = await startOwnRedis();
    onTestFinished(() => full.close());
    const site = await aSite(`redis://127.0.0.1:${full.port}`);
    const refusal = async () => (await issuesOf(site)).find(({ code }) => code === 'redis_refuses');
    expect(await refusal()).toBeUndefined();
    await full.send('CONFIG', 'SET', 'maxmemory', '1');
    const { values } = await eventually(async () => (await refusal()) ?? null);
    expect(values).toEqual({ count: 1, error: "OOM command not allowed when used memory > 'maxmemory'." });
    expect((await site.rest('/products')).status).toBe(200);
    await full.send('CONFIG', 'SET', 'maxmemory', '0');
    await eventually(async () => (await refusal()) === undefined);
  });

  test('does not show from Redis what was imported while it did not run', async () => {
    const open = await startOwnRedis();
    onTestFinished(() => open.close());
    const first = await aSite(`redis://127.0.0.1:${open.port}`);
    await catalogWriter(first.strapi).write('brand', [aBrand({ id: 1, title: 'Before' })]);
    await keepsResponses(first);
    const brands = async (site: BootedSite) => (await site.rest('/brands')).text();
    expect(await brands(first)).toContain('Before');
    await eventually(async () =>
      open.send('KEYS', '*response:*').then((keys) => Array.isArray(keys) && keys.length > 1),
    );
    await first.strapi.db.connection('commerce_bridge_brands').update({ title: 'After' });
    await first.stop();
    sites.splice(sites.indexOf(first), 1);
    const second = await bootSite({ folder: first.folder });
    sites.push(second);
    await keepsResponses(second);
    expect(await brands(second)).toContain('After');
  });

  test.each([
    ['an address that cannot be used', 'http://:hunter2secret@127.0.0.1', /COMMERCE_BRIDGE_REDIS_URL \(not shown/],
    ['a Redis that does not respond', 'redis://:hunter2secret@127.0.0.1:1', /Redis cannot be used at 127\.0\.0\.1:1/],
  ])('does not start with %s, and says why without the password', async (_, url, why) => {
    const error = await errorOf(aSite(url));
    expect(String(error)).toMatch(why);
    expect(String(error)).not.toContain('hunter2secret');
  });
});
