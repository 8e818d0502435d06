import { afterAll, beforeAll, expect, test } from 'vitest';
import { toNumber } from '../../server/src/database/database';
import { idRanges, whereInRange } from '../../server/src/database/id-ranges';
import { tables } from '../../server/src/database/tables';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`ranges of ids on ${kind.name}`, (at) => {
    let own: OwnTables;
    beforeAll(async () => {
      own = await openOwnTables(await kind.create(at));
    });
    afterAll(() => own.close());

    const column = 'upstream_id';
    const versions = () => own.database(tables.readVersions).where('entity', 'product');

    test.each([0, 1, 4, 5, 6])('contain each of %i ids once, in ascending order', async (count) => {
      const ids = Array.from({ length: count }, (_, index) => index * index * 1000);
      await versions().delete();
      for (const id of [...ids].reverse())
        await own.database(tables.readVersions).insert({ entity: 'product', upstream_id: id, observation: 1 });

      const found: number[][] = [];
      for await (const range of idRanges(versions, { column, size: 2 }))
        found.push((await whereInRange(versions(), column, range).orderBy(column).pluck(column)).map(toNumber));
      expect(found.flat()).toEqual(ids);
      expect(found.every(({ length }) => length > 0 && length <= 2)).toBe(true);
    });
  });
}
