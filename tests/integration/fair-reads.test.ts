import { afterAll, beforeAll, expect, test } from 'vitest';
import { includeGroups } from '../../contracts/rest/parameters';
import { type BootedSite, bootSite, removeSite } from '../support/sites/boot-site';
import { aProduct, catalogWriter } from '../support/shops/catalog-items';

let site: BootedSite;

beforeAll(async () => {
  site = await bootSite();
  Object.assign(site.strapi.server.app, { proxy: true });
  await site.admin('PUT', '/commerce-bridge/settings', { readClientPercent: 100 });
  await catalogWriter(site.strapi).write(
    'product',
    Array.from({ length: 100 }, (_, index) => aProduct({ id: 1 + index, title: `Product ${index}` })),
  );
});
afterAll(async () => {
  await site.stop();
  removeSite(site);
});

const large = `/products?per_page=100&include=${includeGroups.join(',')}`;

/** Requests different responses, none of which is cached. */
async function inOrderOfResponses(requests: readonly { name: string; address: string }[]): Promise<string[]> {
  const order: string[] = [];
  await Promise.all(
    requests.map(async ({ name, address }, at) => {
      const response = await site.rest(`${large}&max_price=${1000 + at}`, { headers: { 'x-forwarded-for': address } });
      expect(response.status).toBe(200);
      await response.text();
      order.push(name);
    }),
  );
  return order;
}

test('a large response is ready before those of a client that asked for many of them just before', async () => {
  const many = Array.from({ length: 12 }, () => ({ name: 'many', address: '203.0.113.9' }));

  const order = await inOrderOfResponses([...many, { name: 'one', address: '198.51.100.7' }]);

  expect(order.indexOf('one')).toBeLessThan(order.length / 2);
});
