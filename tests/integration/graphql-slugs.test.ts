import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { keepsResponses } from '../support/instances/keeps-responses';
import { aBrand, aProduct, catalogWriter } from '../support/shops/catalog-items';
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

async function ask(query: string): Promise<unknown> {
  const response = await fetch(`${site.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return response.json();
}
const idOf = async (slug: string) =>
  found.parse(await ask(`{ commerceProduct(slug: "${slug}") { id breadcrumbs { name } } }`)).data.commerceProduct?.id;

test('an old slug finds its product until another product takes the slug', async () => {
  const { write } = catalogWriter(site.strapi);
  await write('product', [mug]);
  await write('product', [{ ...mug, slugClaim: 'cup' }]);
  expect([await idOf('mug'), await idOf('mug')]).toEqual([1, 1]);

  await write('product', [aProduct({ id: 2, title: 'Another mug', slugClaim: 'mug' })]);
  expect([await idOf('mug'), await idOf('cup')]).toEqual([2, 1]);
});

test('a brand is found by its slug or its id, even if the slug is the id of another brand', async () => {
  await catalogWriter(site.strapi).write('brand', [
    aBrand({ id: 47, title: 'Zeta' }),
    aBrand({ id: 48, title: '47' }),
    aBrand({ id: 49, title: '686' }),
  ]);
  const brands =
    'zeta: commerceBrand(id: 47) { name } named: commerceBrand(slug: "47") { id name } none: commerceBrand(id: 686) { id }';
  expect(await ask(`{ ${brands} }`)).toEqual({
    data: { zeta: { name: 'Zeta' }, named: { id: 48, name: '47' }, none: null },
  });
});
