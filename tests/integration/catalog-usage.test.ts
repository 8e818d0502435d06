import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usage } from '../../contracts/admin/usage';
import { productDetail } from '../../contracts/admin/products';
import { revokePermissions } from '../support/admin/admin-roles';
import { connectedSite, type ConnectedSite } from '../support/sites/connected-site';
import { eventually } from '../support/time/eventually';

const tag = 'api::tag.tag';
const sources = {
  'src/api/tag/content-types/tag/schema.json': {
    kind: 'collectionType',
    collectionName: 'tags',
    info: { singularName: 'tag', pluralName: 'tags', displayName: 'Tag' },
    options: { draftAndPublish: false },
    attributes: { name: { type: 'string' } },
  },
};

describe('a site with a catalog', () => {
  let connected: ConnectedSite;
  const request = (method: string, path: string, body?: unknown) => connected.site.admin(method, path, body);

  beforeAll(async () => {
    connected = await connectedSite({ simulator: { products: 6 }, boot: { sources } });
  });
  afterAll(() => connected.stop());

  test('names the base URL of its REST API and the roles that can pick products', async () => {
    const read = async () => usage.parse((await request('GET', '/commerce-bridge/usage')).body);
    const picking = async () => (await read()).roles.filter((role) => role.picksProducts).map(({ name }) => name);
    expect((await read()).baseUrl).toBe('http://shop.example.com/api/commerce-bridge/v1');
    await eventually(async () => (await picking()).length === 3);
    expect(await picking()).toEqual(['Author', 'Editor', 'Super Admin']);
    await revokePermissions({ request }, 'strapi-author');
    expect(await picking()).toEqual(['Editor', 'Super Admin']);
  });

  test('shows administrators the very document that the public API has', async () => {
    const published: unknown = await (await connected.site.rest('/openapi.json')).json();
    expect((await request('GET', '/commerce-bridge/usage/openapi')).body).toEqual(published);
  });

  test('links to no product page until the address of product pages is set', async () => {
    const id = connected.simulator.store.products.ids()[0] ?? 0;
    connected.simulator.store.products.update(id, { is_visible: true });
    await request('POST', `/commerce-bridge/products/${id}/resync`);
    const pageOf = async () => {
      const { fields, links } = productDetail.parse((await request('GET', `/commerce-bridge/products/${id}`)).body);
      return { slug: fields.slug, site: links.site };
    };
    const { slug, site } = await pageOf();
    expect(site).toBeNull();
    await request('PUT', '/commerce-bridge/settings', { productPageAddress: 'https://shop.example.com/p/{slug}' });
    expect((await pageOf()).site).toBe(`https://shop.example.com/p/${slug}`);
    const inMarkets = 'https://shop.example.com/{market}/{locale}/{slug}';
    await request('PUT', '/commerce-bridge/settings', { productPageAddress: inMarkets });
    expect((await pageOf()).site).toBe(`https://shop.example.com/default/en/${slug}`);
  });

  test('lists what people edited as last edited, and no synced record', async () => {
    await request('POST', `/content-manager/collection-types/${tag}`, { name: 'Written by hand' });
    const { body } = await request('GET', '/content-manager/homepage/recent-documents?action=update');
    expect(body).toMatchObject({ data: [{ contentTypeUid: tag, title: 'Written by hand' }] });
  });
});
