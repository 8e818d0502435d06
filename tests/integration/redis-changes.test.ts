import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { product, productList } from '../../contracts/rest/products';
import { eventually } from '../support/time/eventually';
import { redisProgram } from '../support/instances/own-redis';
import { type RedisInstances, startRedisInstances } from '../support/instances/redis-instances';
import { postgres, whenAvailable } from '../support/requirements';

whenAvailable(redisProgram()).describe('with Redis', () => {
  whenAvailable(postgres()).describe('and PostgreSQL', () => {
    let instances: RedisInstances;
    let shown: { id: number; slug: string };
    let price = 100;
    beforeAll(async () => {
      instances = await startRedisInstances();
      const [first] = productList.parse(await (await instances.site.rest('/products')).json()).products;
      if (!first) throw new Error('the catalog is empty');
      shown = first;
    });
    afterAll(() => instances.stop());
    beforeEach(async () => {
      instances.setPolling(true);
      await instances.untilTheyListen();
    });

    const ask = () => instances.site.rest(`/products/${shown.slug}`);
    const isKept = () => eventually(async () => (await ask()).headers.get('x-cache') === 'HIT');
    const stopPolling = async () => {
      await isKept();
      instances.setPolling(false);
      // A poll may have begun before.
      await isKept();
    };
    const changeAndSee = async () => {
      price += 1;
      await instances.change(shown.id, { price });
      await eventually(async () => product.parse(await (await ask()).json()).price === price);
    };

    test('a change on one instance shows on the other at once, while its poll clock is stopped', async () => {
      await stopPolling();
      await changeAndSee();
      await isKept();
      await changeAndSee();
    });

    test('clearing the cache of one clears that of the other at once', async () => {
      await stopPolling();
      await instances.administrator.request('POST', '/commerce-bridge/cache/purge');
      await eventually(async () => (await ask()).headers.get('x-cache') === 'MISS');
    });

    test('while Redis is away, a change shows as without it, and at once again when it is back', async () => {
      await isKept();
      await instances.redis.stop();
      await changeAndSee();
      await instances.redis.start();
      await instances.untilTheyListen();
      await stopPolling();
      await changeAndSee();
    });

    test('a message that says nothing new drops nothing', async () => {
      await stopPolling();
      await instances.redis.send('PUBLISH', 'commerce-bridge:changes', '');
      await instances.redis.send('FLUSHALL');
      for (let asked = 0; asked < 5; asked += 1) expect((await ask()).headers.get('x-cache')).toBe('HIT');
    });
  });
});
