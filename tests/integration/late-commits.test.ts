import { expect, onTestFinished, test } from 'vitest';
import { product } from '../../contracts/rest/products';
import { changedIdsSchema } from '../../server/src/catalog/changes/change-log';
import { dialectOf } from '../../server/src/database/database';
import { createDatabaseClock } from '../../server/src/database/database-clock';
import { createKnexChangeLog } from '../../server/src/catalog/changes/knex-change-log';
import { machineLoop, systemClock } from '../../server/src/lib/clock';
import { aChange } from '../support/shops/changed-ids';
import { eventually } from '../support/time/eventually';
import { onEachDatabase } from '../support/databases/on-each-database';

onEachDatabase('a late commit of another instance', (shop) => {
  test('is shown by an instance that has read 150 later commits in the meantime', async () => {
    const database = shop.site().strapi.db.connection;
    // SQLite has one writer: nothing commits during an open transaction.
    if (dialectOf(database) === 'sqlite') return;
    const others = createKnexChangeLog({
      database,
      newOrigin: () => 'another instance',
      content: changedIdsSchema,
      clock: createDatabaseClock({ database, clock: systemClock }),
      elapsed: machineLoop.now,
    });
    const ask = () => shop.site().rest('/products/banana');
    const cacheOf = async () => (await ask()).headers.get('x-cache');
    const nameOf = async () => product.parse(await (await ask()).json()).name;
    await eventually(async () => (await cacheOf()) === 'HIT');

    const slow = await database.transaction();
    onTestFinished(async () => void (slow.isCompleted() || (await slow.rollback())));
    await slow('commerce_bridge_products')
      .where({ upstream_id: 11 })
      .update({ title: 'Late banana', prepared_item: null, prepared_details: null });
    await others.append(aChange({ products: [11], dependencies: [] }), slow);
    // The site has read past these once it drops the responses affected by the last one.
    for (let other = 1; other <= 150; other += 1)
      await others.append(aChange({ products: [other === 150 ? 10 : 900_000 + other], dependencies: [] }));
    const isAppleCached = async () => (await shop.site().rest('/products/apple')).headers.get('x-cache') === 'HIT';
    await eventually(isAppleCached);
    await others.append(aChange({ products: [10], dependencies: [] }));
    await eventually(async () => !(await isAppleCached()));
    expect([await nameOf(), await cacheOf()]).toEqual(['Banana', 'HIT']);

    await slow.commit();
    expect(await eventually(async () => (await nameOf()) === 'Late banana')).toBe(true);
  });
});
