import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { product, productList } from '../../contracts/rest/products';
import { containerOf } from '../../server/src/container';
import { eventually } from '../support/time/eventually';
import { keepsResponses } from '../support/instances/keeps-responses';
import { redisProgram } from '../support/instances/own-redis';
import { type RedisInstances, startRedisInstances } from '../support/instances/redis-instances';
import { postgres, whenAvailable } from '../support/requirements';
import { responseStatements } from '../support/databases/response-statements';

whenAvailable(redisProgram()).describe('responses that two instances keep in Redis', () => {
  whenAvailable(postgres()).describe('with PostgreSQL', () => {
    let instances: RedisInstances;
    let shown: { id: number; slug: string }[];
    let asked = 0;
    beforeAll(async () => {
      instances = await startRedisInstances();
      shown = productList.parse(await (await instances.site.rest('/products')).json()).products;
    });
    afterAll(() => instances.stop());
    beforeEach(() => instances.untilTheyListen());

    /** A list that was not requested before. */
    const newPath = () => `/products?per_page=5&min_price=0.${(asked += 1)}`;
    const bothAsk = (path: string) => [instances.askOther(path), instances.site.rest(path)];
    /** How many responses this source served, in the instance in this process and in the other one. */
    async function counts(cache: 'memory' | 'redis' | 'none'): Promise<[number, number]> {
      const texts = [
        await containerOf(instances.site.strapi).metrics.read(),
        (await instances.administrator.request('GET', '/commerce-bridge/metrics')).body,
      ];
      const [mine = 0, theirs = 0] = texts.map((text) =>
        Number(new RegExp(`responses_total\\{cache="${cache}"\\} (\\d+)`).exec(String(text))?.[1] ?? 0),
      );
      return [mine, theirs];
    }
    /** Waits until each instance finds responses of the other one. */
    const sharing = () =>
      eventually(async () => {
        const before = await counts('redis');
        const [one, two] = [newPath(), newPath()];
        await instances.askOther(one);
        await instances.site.rest(two);
        await Promise.all([...bothAsk(one), ...bothAsk(two)]);
        const after = await counts('redis');
        return before.every((count, index) => count < (after[index] ?? 0));
      });

    test('are read by one, and served by one that starts later without reading them', async () => {
      const path = newPath();
      const first = await (await instances.askOther(path)).json();
      await instances.replace();
      await keepsResponses(instances.site);
      let found: Response | undefined;
      const statements = await responseStatements(instances.site.strapi, async () => {
        found = await instances.site.rest(path);
      });
      expect(await found?.json()).toEqual(first);
      expect(found?.headers.get('x-cache')).toBe('HIT');
      // Any request may poll the change log.
      expect(statements.filter((sql) => !/commerce_bridge_changes|txid_/.test(sql))).toEqual([]);
    });

    test('are read once for five hundred callers of each at the same time', async () => {
      await sharing();
      const path = newPath();
      const before = await counts('none');
      const responses = await Promise.all(Array.from({ length: 500 }, () => bothAsk(path)).flat());
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      const after = await counts('none');
      expect([after[0] > before[0], after[1] > before[1]].filter(Boolean)).toHaveLength(1);
    });

    test('cost nobody a response while Redis is flushed, killed, and started again', async () => {
      const responses: Promise<Response>[] = [];
      const askAll = () => {
        for (let count = 0; count < 30; count += 1) responses.push(...bothAsk(newPath()));
      };
      askAll();
      await instances.redis.send('FLUSHALL');
      askAll();
      const stopped = instances.redis.stop();
      askAll();
      await stopped;
      askAll();
      await instances.redis.start();
      askAll();
      expect(new Set((await Promise.all(responses)).map(({ status }) => status))).toEqual(new Set([200]));
      await instances.untilTheyListen();
      await sharing();
    });

    test('are what the database has, no matter what changes while they are read', async () => {
      const paths = [
        '/products',
        '/products?orderby=price&per_page=4',
        '/products?in_stock=true',
        '/brands',
        '/collections',
        ...shown.slice(0, 4).map(({ slug }) => `/products/${slug}`),
        ...shown.slice(0, 2).map(({ slug }) => `/products/${slug}/related`),
      ];
      const all = async (ask: (path: string) => Promise<Response>) =>
        Promise.all(paths.map(async (path) => (await ask(path)).json()));
      const [one, two] = shown;
      if (!one || !two) throw new Error('the catalog is too small');

      for (let price = 200; price < 208; price += 1) {
        const amongReads = [all(instances.askOther), all(instances.site.rest)];
        await instances.change(one.id, { price, inventory_level: price % 3 });
        if (price % 4 === 1) await instances.redis.send('FLUSHALL');
        amongReads.push(all(instances.site.rest), all(instances.askOther));
        await instances.change(two.id, { price: price + 0.5 });
        await Promise.all(amongReads);
        await eventually(async () => {
          const { price: found } = product.parse(await (await instances.site.rest(`/products/${two.slug}`)).json());
          return found === price + 0.5;
        });
        const kept = [await all(instances.site.rest), await all(instances.askOther)];
        await instances.administrator.request('POST', '/commerce-bridge/cache/purge');
        const fresh = await all(instances.askOther);
        expect(kept).toEqual([fresh, fresh]);
      }
    });
  });
});
