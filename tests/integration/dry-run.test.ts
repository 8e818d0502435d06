import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Run, type RunChange, runChange, runChangeList, type StartRunBody } from '../../contracts/admin/runs';
import { containerOf } from '../../server/src/container';
import { tables } from '../../server/src/database/tables';
import { differingTables, dumpDatabase, writtenByDryRuns } from '../support/databases/database-dump';
import { openShop, type Shop } from '../support/shops/shop';
import { eventually } from '../support/time/eventually';

describe('a dry run', () => {
  let shop: Shop;
  let store: Shop['simulator']['store'];

  beforeAll(async () => {
    shop = await openShop({ simulator: { products: 120 } });
    ({ store } = shop.simulator);
  });
  afterAll(() => shop.close());

  // The cache contains what the store has.
  beforeEach(() => shop.synchronize({ allowMassRemoval: true }));
  /** Resets the site to before its first sync. */
  const forgetAll = async () => {
    expect((await shop.site.admin('POST', '/commerce-bridge/catalog/clear')).status).toBe(200);
    await shop.site.strapi.db.connection(tables.runs).delete();
  };
  const size = () => store.products.ids().length;
  const dump = () => dumpDatabase(shop.site.strapi, { except: writtenByDryRuns });
  const dryRun = async (request: Partial<StartRunBody> = {}): Promise<{ run: Run; changes: RunChange[] }> => {
    const run = await shop.synchronize({ dryRun: true, ...request });
    const { body } = await shop.site.admin('GET', `/commerce-bridge/sync/runs/${run.id}/report`);
    return { run, changes: z.object({ changes: z.array(runChange) }).parse(body).changes };
  };

  test('of a first sync lists every record as created, and leaves the catalog empty', async () => {
    await forgetAll();
    const before = await dump();
    const { run, changes } = await dryRun();
    expect(run).toMatchObject({
      dryRun: true,
      mode: 'full',
      status: 'succeeded',
      counts: { fetched: size(), created: size(), unchanged: 0 },
    });
    expect(changes.filter(({ entity, kind }) => entity === 'product' && kind === 'created')).toHaveLength(size());
    expect(changes.filter(({ entity }) => entity === 'category')).toHaveLength(run.countsByEntity.category.created);
    expect(differingTables(before, await dump())).toEqual([]);
  });

  test('can be read by kind and page, however long its list is', async () => {
    await forgetAll();
    const { id } = (await dryRun()).run;
    const changes = async (query: string) =>
      shop.site.admin('GET', `/commerce-bridge/sync/runs/${id}/changes?${query}`);
    const first = runChangeList.parse((await changes('kind=created&pageSize=20')).body);
    expect(first.counts).toEqual({ created: first.total, updated: 0, removed: 0 });
    expect(first.pages).toBe(Math.ceil(first.total / 20));
    const listed = [...first.changes];
    for (let page = 2; page <= first.pages; page += 1)
      listed.push(...runChangeList.parse((await changes(`kind=created&pageSize=20&page=${page}`)).body).changes);
    expect(listed).toHaveLength(first.total);
    expect(new Set(listed.map(({ entity, id }) => `${entity} ${id}`)).size).toBe(first.total);
    expect(runChangeList.parse((await changes('kind=removed')).body)).toMatchObject({
      changes: [],
      total: 0,
      pages: 0,
    });
    expect((await changes('kind=other')).status).toBe(400);
    expect((await shop.site.admin('GET', '/commerce-bridge/sync/runs/nobody/changes')).status).toBe(404);
  });

  test('does not count as a success that a later run could build on', async () => {
    await forgetAll();
    await dryRun();
    expect((await shop.synchronize({ mode: 'incremental' })).mode).toBe('full');
    expect((await shop.site.admin('GET', '/commerce-bridge/sync')).body).toMatchObject({ last: { dryRun: false } });
  });

  test('lists what a run would create, update with its changed fields, and remove, and writes nothing', async () => {
    const withCategories = store.products
      .ids()
      .filter((id) => (store.products.get(id)?.fields.categories.length ?? 0) > 0);
    const [renamed = 0, restocked = 0, moved = 0, doomed = 0, second = 0, third = 0] = withCategories;
    store.products.update(renamed, { name: 'Renamed', price: 1.25 });
    store.products.update(restocked, { inventory_tracking: 'product', inventory_level: 777 });
    store.products.update(moved, { categories: [] });
    store.products.delete(doomed);
    store.products.swapUrls(second, third);
    const added = store.products.create({ name: 'Brand new', channels: [1] }).id;
    const [brand] = store.brands.all();
    store.brands.rename(brand?.id ?? 0, 'Another name');

    const before = await dump();
    for (const mode of ['full', 'sweep'] as const) {
      const { run, changes } = await dryRun({ mode });
      const of = (id: number) => changes.find((change) => change.entity === 'product' && change.id === id);
      expect(run).toMatchObject({
        dryRun: true,
        mode,
        status: 'succeeded',
        counts: { created: 1, updated: 5, removed: 1, failed: 0 },
      });
      expect(of(renamed)).toMatchObject({
        kind: 'updated',
        name: 'Renamed',
        fields: expect.arrayContaining(['title', 'price', 'variants']),
      });
      expect(of(restocked)?.fields).toEqual(expect.arrayContaining(['inventoryLevel', 'upstreamModifiedAt']));
      expect(of(moved)?.fields).toEqual(expect.arrayContaining(['categoryIds', 'categories']));
      expect(of(second)?.fields).toContain('slug');
      expect(of(third)?.fields).toContain('slug');
      expect(of(doomed)).toMatchObject({ kind: 'removed', fields: [] });
      expect(of(added)).toMatchObject({ kind: 'created', name: 'Brand new', fields: [] });
      expect(changes.find(({ entity }) => entity === 'brand')).toMatchObject({
        kind: 'updated',
        id: brand?.id,
        name: 'Another name',
        fields: ['title'],
      });
      expect(changes).toHaveLength(8);
      expect(differingTables(before, await dump())).toEqual([]);
    }
  });

  test('predicts exactly what the run then does', async () => {
    const [renamed = 0, doomed = 0] = store.products.ids();
    store.products.rename(renamed, 'Renamed as predicted');
    store.products.delete(doomed);
    store.products.create({ name: 'Created as predicted', channels: [1] });
    const { run: predicted } = await dryRun();
    expect(predicted.counts).toMatchObject({ created: 1, updated: 1, removed: 1 });
    const run = await shop.synchronize();
    expect(run.countsByEntity).toEqual(predicted.countsByEntity);
    expect((await dryRun()).changes).toEqual([]);
  });

  test('lists a removal that the limit would block, and says so', async () => {
    const cached = size();
    const doomed = store.products.ids().slice(0, 70);
    for (const id of doomed) store.products.delete(id);
    const before = await dump();
    const { run, changes } = await dryRun();
    expect(run).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(`70 of ${cached} cached records (product) are no longer in BigCommerce`),
      counts: { removed: 70 },
    });
    expect(changes.map(({ id }) => id)).toEqual(doomed);
    expect(differingTables(before, await dump())).toEqual([]);
  });

  test('says what would change in further markets, and names what cannot be read', async () => {
    const { channels, currencies } = store.markets;
    channels.create({ id: 3, name: 'Abroad' });
    currencies.create({ currency_code: 'EUR', rate: 2 });
    const [raised = 0, ...others] = store.products.ids().slice(0, 8);
    for (const id of [raised, ...others]) store.products.assign(id, 3);
    const market = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };
    const markets = [market, { ...market, key: 'nowhere', name: 'Nowhere', currency: 'XTS' }];
    expect((await shop.site.admin('PUT', '/commerce-bridge/settings', { markets })).status).toBe(200);
    await shop.synchronize();
    const passes = containerOf(shop.site.strapi).marketPasses;
    await eventually(async () => passes.isIdle());

    store.products.update(raised, { price: 321 });
    const before = await dump();
    const { run } = await dryRun();
    expect(run).toMatchObject({ status: 'succeeded', counts: { updated: 1 } });
    const part = { channelId: 3, currency: null, customerGroupId: null, locale: null, problem: null };
    const counts = { created: 0, updated: 0, unchanged: 8, removed: 0, failed: 0 };
    expect(run.marketParts).toEqual([
      { ...part, kind: 'membership', markets: ['Abroad', 'Nowhere'], counts },
      { ...part, kind: 'categories', markets: ['Abroad', 'Nowhere'], counts: { ...counts, unchanged: 0 } },
      {
        ...part,
        kind: 'prices',
        currency: 'EUR',
        markets: ['Abroad'],
        counts: { ...counts, updated: 1, unchanged: 7 },
      },
      { ...part, kind: 'prices', currency: 'XTS', markets: ['Nowhere'], counts: null, problem: expect.any(String) },
    ]);
    expect(differingTables(before, await dump())).toEqual([]);
    expect((await dryRun({ mode: 'incremental' })).run.marketParts).toBeUndefined();
    expect((await shop.site.admin('PUT', '/commerce-bridge/settings', { markets: [] })).status).toBe(200);
  });
});
