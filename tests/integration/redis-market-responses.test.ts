import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { product, productList } from '../../contracts/rest/products';
import { keepsResponses } from '../support/instances/keeps-responses';
import { redisProgram } from '../support/instances/own-redis';
import { type RedisInstances, startRedisInstances } from '../support/instances/redis-instances';
import { postgres, whenAvailable } from '../support/requirements';
import { responseStatements } from '../support/databases/response-statements';
import { eventually } from '../support/time/eventually';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };

whenAvailable(redisProgram()).describe('responses of a further market that two instances keep in Redis', () => {
  whenAvailable(postgres()).describe('with PostgreSQL', () => {
    let instances: RedisInstances;
    let shown: { id: number; slug: string }[];
    beforeAll(async () => {
      instances = await startRedisInstances({
        environment: { COMMERCE_BRIDGE_MARKETS: JSON.stringify([abroad]) },
        prepare({ store }) {
          store.markets.channels.create({ id: 3, name: 'Abroad' });
          store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
          for (const id of store.products.ids()) store.products.assign(id, 3);
        },
      });
      await eventually(async () => (await ask('/products')).status === 200);
      shown = productList.parse(await (await ask('/products')).json()).products;
    });
    afterAll(() => instances.stop());
    beforeEach(() => instances.untilTheyListen());

    const ask = (path: string) => instances.site.rest(`${path}?market=abroad`);
    const priceFrom = async (response: Response) => product.parse(await response.json()).price;

    test('are read by one, and served by one that starts later without reading them', async () => {
      const path = `/products/${shown[0]?.slug}`;
      const first = await (await instances.askOther(`${path}?market=abroad`)).json();
      await instances.replace();
      await keepsResponses(instances.site);
      let found: Response | undefined;
      const statements = await responseStatements(instances.site.strapi, async () => {
        found = await ask(path);
      });
      expect(await found?.json()).toEqual(first);
      expect(found?.headers.get('x-cache')).toBe('HIT');
      // Any request may poll the change log.
      expect(statements.filter((sql) => !/commerce_bridge_changes|txid_/.test(sql))).toEqual([]);
    });

    test('have the new price of a product that one has read', async () => {
      const { id = 0, slug = '' } = shown[1] ?? {};
      const both = () => [ask(`/products/${slug}`), instances.askOther(`/products/${slug}?market=abroad`)];
      await Promise.all([...both(), ...both()]);
      await instances.change(id, { price: 500 });
      await eventually(async () =>
        (await Promise.all((await Promise.all(both())).map(priceFrom))).every((price) => price === 1000),
      );
    });
  });
});
