import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { keepsResponses } from '../support/instances/keeps-responses';
import { aProduct, catalogWriter } from '../support/shops/catalog-items';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';

const found = z.object({ data: z.object({ commerceProduct: z.object({ id: z.int() }).nullable() }) });
const mug = aProduct({ id: 1, title: 'Mug', slugClaim: 'mug' });
let site: BootedSite;

beforeAll(async () => {
  site = await bootSite({
    plugins: {
      '@strapi/plugin-graphql': { landingPage: false },
      '@strapi/plugin-users-permissions': { jwtSecret: 'test-jwt-secret' },
    },
  });
  await keepsResponses(site);
});
afterAll(async () => {
  await site.stop();
  removeSite(site);
});

async function idOf(slug: string): Promise<number | null> {
  const response = await fetch(`${site.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ commerceProduct(slug: "${slug}") { id breadcrumbs { name } } }` }),
  });
  return found.parse(await response.json()).data.commerceProduct?.id ?? null;
}

test('an old slug finds its product until another product takes the slug', async () => {
  const { write } = catalogWriter(site.strapi);
  await write('product', [mug]);
  await write('product', [{ ...mug, slugClaim: 'cup' }]);
  expect([await idOf('mug'), await idOf('mug')]).toEqual([1, 1]);

  await write('product', [aProduct({ id: 2, title: 'Another mug', slugClaim: 'mug' })]);
  expect([await idOf('mug'), await idOf('cup')]).toEqual([2, 1]);
});
