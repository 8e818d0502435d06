import { describe, expect, test } from 'vitest';
import { createImageHosts } from '../../server/src/catalog/images/image-hosts';
import { aBrand, aProduct, anImage } from '../support/shops/catalog-items';
import { memoryState } from '../support/instances/memory-stores';
import { createQuietLogger } from '../support/quiet-logger';

function hostsOver(state = memoryState()) {
  return createImageHosts({ state, logger: createQuietLogger() });
}

function at(address: string) {
  const image = anImage(1, 'Front');
  return aProduct({
    id: 1,
    images: [{ ...image, urls: { zoom: address, standard: address, thumbnail: address, tiny: address } }],
  });
}

describe('the hosts of images', () => {
  test('are those that products, categories, and brands name, once each', async () => {
    const hosts = hostsOver();
    hosts.note([
      at('https://cdn11.bigcommerce.com/s-a/1.jpg'),
      at('https://cdn11.bigcommerce.com/s-a/2.jpg'),
      at('http://127.0.0.1:4000/3.jpg'),
    ]);
    hosts.note([aBrand({ id: 1, imageUrl: 'https://images.example/brand.png' }), aBrand({ id: 2, imageUrl: '' })]);
    await hosts.settle();
    expect(await hosts.read()).toEqual([
      'http://127.0.0.1:4000',
      'https://cdn11.bigcommerce.com',
      'https://images.example',
    ]);
  });

  test('are shared between instances, and none is lost when both learn of one at the same time', async () => {
    const state = memoryState();
    const [one, other] = [hostsOver(state), hostsOver(state)];
    one.note([at('https://one.example/a.jpg')]);
    other.note([at('https://other.example/a.jpg')]);
    await Promise.all([one.settle(), other.settle()]);
    expect(await one.read()).toEqual(['https://one.example', 'https://other.example']);
  });

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    "https://a;script-src'unsafe-inline'/x.jpg",
    'https://a,b.example/x',
    'https://*.example/x',
    '//cdn.example/x',
    'nonsense',
    'https://[::1]/x',
  ])('never contain what could break out of a header: %s', async (address) => {
    const hosts = hostsOver();
    hosts.note([at(address)]);
    await hosts.settle();
    expect(await hosts.read()).toEqual([]);
  });

  test('are distinguished from hosts whose name starts the same way', async () => {
    const hosts = hostsOver();
    hosts.note([at('https://cdn.example/x.jpg'), at('https://cdn.example.evil.test/x.jpg')]);
    await hosts.settle();
    expect(await hosts.read()).toEqual(['https://cdn.example', 'https://cdn.example.evil.test']);
  });

  test('are at most thirty', async () => {
    const hosts = hostsOver();
    for (let place = 0; place < 100; place += 1) hosts.note([at(`https://host-${place}.example/x.jpg`)]);
    await hosts.settle();
    expect(await hosts.read()).toHaveLength(30);
  });

  test('are forgotten with the catalog, and learned again', async () => {
    const hosts = hostsOver();
    hosts.note([at('https://cdn.example/x.jpg')]);
    await hosts.forget();
    expect(await hosts.read()).toEqual([]);
    hosts.note([at('https://cdn.example/x.jpg')]);
    await hosts.settle();
    expect(await hosts.read()).toEqual(['https://cdn.example']);
  });

  test('are looked up once for pages that are written in the meantime, and written once', async () => {
    const state = memoryState();
    const { list, write } = state;
    let [lookups, writes] = [0, 0];
    state.list = (...given) => ((lookups += 1), list(...given));
    state.write = (...given) => ((writes += 1), write(...given));
    const hosts = hostsOver(state);
    for (let page = 0; page < 10; page += 1) hosts.note([at(`https://cdn.example/${page}.jpg`)]);
    await hosts.settle();
    hosts.note([at('https://cdn.example/x.jpg')]);
    await hosts.settle();
    expect([lookups, writes]).toEqual([2, 1]);
  });

  test('that could not be stored are retried with the next product that names them', async () => {
    const state = memoryState();
    const write = state.write;
    state.write = () => Promise.reject(new Error('the database is away'));
    const hosts = hostsOver(state);
    hosts.note([at('https://cdn.example/x.jpg')]);
    await hosts.settle();
    state.write = write;
    hosts.note([at('https://cdn.example/x.jpg')]);
    await hosts.settle();
    expect(await hosts.read()).toEqual(['https://cdn.example']);
  });
});
