import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { productDetail } from '../../contracts/admin/products';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { aProduct, catalogWriter } from '../support/shops/catalog-items';
import { whenAvailable } from '../support/requirements';
import { restoreDump, rowsByTable } from '../support/databases/restore-dump';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';
import { enterTimeZone } from '../support/time/time-zone';

const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'UTC'];

/** Pairs of times that clocks in New York and Berlin show alike, and one in the hour that is skipped in spring. */
const createdAt = new Map([
  [1, '2026-10-25T00:30:00Z'],
  [2, '2026-10-25T01:30:00Z'],
  [3, '2026-11-01T05:30:00Z'],
  [4, '2026-11-01T06:30:00Z'],
  [5, '2027-03-14T02:30:00Z'],
]);

const dated = z.object({
  products: z.array(z.object({ id: z.number(), dates: z.object({ created: z.string(), modified: z.string() }) })),
});

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`timestamps on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let sites: BootedSite[];
    let leaveZone: () => void;

    beforeEach(async () => {
      leaveZone = enterTimeZone('UTC');
      sites = [];
      database = await kind.create(at);
    });
    afterEach(async () => {
      leaveZone();
      await database.drop();
      sites.forEach(removeSite);
    });

    async function inZone<Result>(zone: string, work: (site: BootedSite) => Promise<Result>): Promise<Result> {
      const leave = enterTimeZone(zone);
      const [first] = sites;
      const site = await bootSite({
        ...(first && { folder: first.folder }),
        ...(database.connection && { database: database.connection }),
      });
      sites.push(site);
      try {
        return await work(site);
      } finally {
        await site.stop();
        leave();
      }
    }

    async function everythingSeen(site: BootedSite): Promise<unknown> {
      const { products } = dated.parse(
        await (await site.rest('/products?orderby=date&order=asc&include=dates')).json(),
      );
      const admin = await site.admin('GET', '/commerce-bridge/products/3');
      const documents = await site.strapi.documents('plugin::commerce-bridge.product').findMany({
        sort: 'upstreamCreatedAt:desc',
        fields: ['upstreamCreatedAt', 'upstreamModifiedAt', 'syncedAt', 'createdAt'],
      });
      return { products, admin: productDetail.parse(admin.body), documents };
    }

    test('are the same in every time zone, even in the hour that a clock repeats', async () => {
      for (const [place, [id, moment]] of [...createdAt].entries()) {
        await inZone(zones[place % zones.length] ?? 'UTC', (site) =>
          catalogWriter(site.strapi).write('product', [aProduct({ id, createdAt: moment })]),
        );
      }
      const seen = [];
      for (const zone of zones) seen.push(await inZone(zone, everythingSeen));

      const expected = [...createdAt].map(([id, moment]) => ({ id, dates: { created: moment, modified: moment } }));
      expect(seen[0]).toMatchObject({ products: expected });
      for (const other of seen.slice(1)) expect(other).toEqual(seen[0]);
    });

    test('of a site on an earlier version are what its clock showed', async () => {
      const restored = await restoreDump(await kind.create(at));
      // This process is in UTC here, like the one that created the dump.
      const rows = (await rowsByTable(restored.connection))['commerce_bridge_products'] ?? [];
      // SQLite stores no local time.
      const offset = kind.name === 'SQLite' ? 0 : 2 * 60 * 60_000;
      const before = new Map(
        rows.map((row) => [Number(row['upstream_id']), Number(row['upstream_created_at']) - offset]),
      );
      const leave = enterTimeZone('Etc/GMT-2');
      const site = await bootSite({ database: restored.connection });
      sites.push(site);
      try {
        const { products } = dated.parse(await (await site.rest('/products?include=dates')).json());
        expect(products.length).toBeGreaterThan(2);
        expect(products.map(({ id, dates }) => [id, Date.parse(dates.created)])).toEqual(
          products.map(({ id }) => [id, before.get(id)]),
        );
      } finally {
        await site.stop();
        leave();
        await restored.drop();
      }
    });
  });
}
