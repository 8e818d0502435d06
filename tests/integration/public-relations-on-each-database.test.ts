import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordActions } from '../../server/src/content-types/record-uids';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';
import { tryHostile, unrelateHidden } from '../support/http/hostile-caller';
import { whenAvailable } from '../support/requirements';
import { articleSite, publicRole } from '../support/sites/article-site';
import { type BootedSite, removeSite } from '../support/sites/boot-site';
import { eventually } from '../support/time/eventually';

for (const kind of databaseKinds.filter(({ name }) => name !== 'SQLite')) {
  whenAvailable(kind.requirement).describe(`relations that the public can read, on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let site: BootedSite;

    beforeAll(async () => {
      database = await kind.create(at);
      site = await articleSite(database.connection ? { database: database.connection } : {});
      const permissions = site.strapi.db.query('plugin::users-permissions.permission');
      const where = { role: { id: await publicRole(site) }, action: { $in: [...recordActions] } };
      await eventually(async () => (await permissions.count({ where })) === recordActions.length);
    });
    afterAll(async () => {
      await site.stop();
      await database.drop();
      removeSite(site);
    });

    test('a hostile caller learns nothing of hidden records, not even that there are any', async () => {
      const before = await tryHostile(site);
      expect([...before].filter(([, { text }]) => /secret (draft|withdrawn|cellar|attic|inc)/i.test(text))).toEqual([]);
      expect([...before].filter(([, { status }]) => ![200, 400, 404].includes(status))).toEqual([]);
      expect([...before].filter(([, { text }]) => text.includes('Apple')).length).toBeGreaterThan(20);

      await unrelateHidden(site);
      expect([...(await tryHostile(site))]).toEqual([...before]);
    });
  });
}
