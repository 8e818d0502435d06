import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { milliseconds, minutes, seconds } from '../../../server/src/lib/durations';
import { type CatalogNews, createChangeHook } from '../../../server/src/outbox/change-hook';
import { aChange } from '../../support/shops/changed-ids';
import { type OutboxSite, outboxSite } from '../../support/sites/outbox-site';

const clock = { monotonic: () => milliseconds(0) };
const untilShown = async () => undefined;

async function received(change: Parameters<typeof aChange>[0]): Promise<CatalogNews[]> {
  const news: CatalogNews[] = [];
  const hook = createChangeHook((each) => news.push(each), { clock, untilShown });
  await hook.deliver({ id: 'batch', rows: [1], change: aChange(change) }, new AbortController().signal);
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

test('the site’s function, which may purge a CDN, is called only when every instance shows what changed', async () => {
  const order: string[] = [];
  const hook = createChangeHook(() => order.push('called'), {
    clock,
    async untilShown() {
      order.push('waiting');
      await setImmediate();
      order.push('shown');
    },
  });
  const batch = { id: 'batch', rows: [1], change: aChange({ products: [1] }) };
  await hook.deliver(batch, new AbortController().signal);
  expect(order).toEqual(['waiting', 'shown', 'called']);
});

describe('a function of the site that takes longer than 30 seconds', () => {
  let site: OutboxSite;
  let calls: { news: CatalogNews; end: () => void; fail: () => void }[];

  beforeEach(async () => {
    site = await outboxSite();
    calls = [];
    const hook = createChangeHook(
      (news) => new Promise<void>((end, fail) => void calls.push({ news, end, fail: () => fail(new Error('away')) })),
      { clock: site.clock, untilShown },
    );
    site.startWorker((batch, _name, signal) => hook.deliver(batch, signal));
    await site.change(aChange({ products: [1] }));
    await pass(seconds(45));
  });
  afterEach(async () => {
    for (const { end } of calls) end();
    await site.close();
  });

  async function pass(duration: ReturnType<typeof seconds>): Promise<void> {
    for (let left = duration / 500; left > 0; left -= 1) {
      await site.clock.advance(seconds(0.5));
      await site.idle();
    }
  }
  const received = () => calls.map(({ news }) => news.products);
  const waiting = async () => (await site.queue.progress(['cdn']))[0]?.waiting;

  test('is called once, and has received the changes once it returns', async () => {
    calls[0]?.end();
    await pass(minutes(1));
    expect([received(), await waiting()]).toEqual([[[1]], 0]);
  });

  test('is not called for newer changes before it returns', async () => {
    await site.change(aChange({ products: [2] }));
    await pass(minutes(2));
    expect(received()).toEqual([[1]]);
    calls[0]?.end();
    await pass(minutes(2));
    calls[1]?.end();
    await pass(minutes(1));
    expect([received(), await waiting()]).toEqual([[[1], [2]], 0]);
  });

  test('receives each change once, however often others follow while it runs', async () => {
    const end = async (call: number) => {
      calls[call]?.end();
      await pass(minutes(1));
    };
    await site.change(aChange({ products: [2] }));
    await end(0);
    await site.change(aChange({ products: [3] }));
    await pass(seconds(45));
    await site.change(aChange({ products: [4] }));
    await end(1);
    await end(2);
    expect([received(), await waiting()]).toEqual([[[1], [2], [3, 4]], 0]);
  });

  test('is called again if it throws in the end', async () => {
    calls[0]?.fail();
    await pass(minutes(1));
    expect(received()).toEqual([[1], [1]]);
  });

  test('is called again if it has not returned after ten minutes', async () => {
    await pass(minutes(9));
    expect(received()).toEqual([[1]]);
    await pass(minutes(6));
    expect(received()).toEqual([[1], [1]]);
  });
});
