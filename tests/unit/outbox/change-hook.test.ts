import { expect, test } from 'vitest';
import { type CatalogNews, createChangeHook } from '../../../server/src/outbox/change-hook';
import { aChange } from '../../support/shops/changed-ids';

async function received(change: Parameters<typeof aChange>[0]): Promise<CatalogNews[]> {
  const news: CatalogNews[] = [];
  const hook = createChangeHook((each) => news.push(each));
  await hook.deliver({ id: 'batch', change: aChange(change) }, new AbortController().signal);
  return news;
}

test('the site’s function is notified of products, categories, and brands, and nothing of what changed in further markets', async () => {
  expect(await received({ products: [1], brands: [2], marketParts: ['membership 3'] })).toEqual([
    { products: [1], categories: [], brands: [2], everything: false },
  ]);
  expect(await received({ marketParts: ['membership 3'] })).toEqual([]);
});

test('the site’s function is notified of everything when the store has other facts', async () => {
  expect(await received({ isStoreChanged: true })).toMatchObject([{ everything: true }]);
});
