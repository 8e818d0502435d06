import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { articleSite } from '../support/sites/article-site';
import { type BootedSite, removeSite } from '../support/sites/boot-site';

const article = 'api::article.article';
const picked = z.object({
  results: z.array(z.looseObject({ title: z.string() })),
  pagination: z.looseObject({ total: z.int() }),
});

let site: BootedSite;
beforeAll(async () => {
  site = await articleSite();
});
afterAll(async () => {
  await site.stop();
  removeSite(site);
});

async function titlesAt(path: string) {
  const { status, body } = await site.admin('GET', `/content-manager/relations/${path}`);
  expect(status).toBe(200);
  const { results, pagination } = picked.parse(body);
  return { titles: results.map(({ title }) => title).sort(), total: pagination.total };
}

describe("the Content Manager's relation picker", () => {
  test.each([
    ['an entry', `${article}/main`, ['Apple', 'Banana', 'Secret draft']],
    ['a component', 'article.look/product', ['Apple', 'Banana', 'Secret draft']],
    ['an entry with categories', `${article}/categories`, ['Cups', 'Mugs', 'Secret cellar']],
    ['an entry with a brand', `${article}/brand`, ['Acme']],
  ])('does not offer %s what is not in the store any more', async (_, path, titles) => {
    expect(await titlesAt(`${path}?pageSize=50`)).toEqual({ titles, total: titles.length });
  });

  test('does not find it either', async () => {
    expect(await titlesAt(`${article}/main?pageSize=50&_q=Secret`)).toEqual({ titles: ['Secret draft'], total: 1 });
  });

  test('still shows it where it was chosen before', async () => {
    const entry = await site.strapi.documents(article).findFirst({ filters: { title: 'of a withdrawn one' } });
    for (const field of ['main', 'related'])
      expect((await titlesAt(`${article}/${entry?.documentId ?? ''}/${field}`)).titles).toEqual(['Secret withdrawn']);
  });
});
