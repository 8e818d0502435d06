import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productSchema } from '../../server/src/content-types/product/schema';
import { type BootedSite, bootSite, removeSite } from '../support/sites/boot-site';

describe('a site that extends the content type of cached products', () => {
  let site: BootedSite;
  beforeAll(async () => {
    site = await bootSite({
      sources: {
        'src/extensions/commerce-bridge/content-types/product/schema.json': {
          attributes: { shelf: { type: 'string' } },
          indexes: [{ name: 'site_products_shelf', columns: ['shelf'] }],
        },
      },
    });
  });
  afterAll(async () => {
    await site.stop();
    removeSite(site);
  });

  test('has its own attributes and indexes in addition to those that lists use', async () => {
    const { connection } = site.strapi.db;
    const indexes: string[] = await connection('sqlite_master')
      .where({ type: 'index', tbl_name: productSchema.collectionName })
      .pluck('name');
    expect(indexes).toEqual(
      expect.arrayContaining(['site_products_shelf', ...productSchema.indexes.map(({ name }) => name)]),
    );
    const columns = Object.keys(await connection(productSchema.collectionName).columnInfo());
    expect(columns).toEqual(expect.arrayContaining(['shelf', 'title_key', 'synced_at']));
  });
});
