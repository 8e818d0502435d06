import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aBrand, aProduct, catalogWriter } from '../support/shops/catalog-items';
import { type ContentPermission, createEditor } from '../support/admin/admin-roles';
import { recordUids } from '../../server/src/content-types/record-uids';
import { recordIds } from '../support/sites/article-site';
import { type BootedSite, bootSite, login, removeSite } from '../support/sites/boot-site';
import { api, component, contentToken } from '../support/sites/story-site';

/*
 * What happens to products that an entry chooses, or is related to, when it is published, unpublished, copied,
 * previewed, and restored.
 */

// Used by no other test: Strapi remembers for the whole process how entries of a type are copied.
const uid = 'api::brochure.brochure';
const address = `/content-manager/collection-types/${uid}`;
const field = { type: 'customField', customField: 'plugin::commerce-bridge.product' };
const many = { ...field, options: { multiple: true } };
const relation = { type: 'relation', relation: 'manyToMany', target: recordUids.product };
const sources = {
  ...api('brochure', {
    plural: 'brochures',
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      products: many,
      related: relation,
      brand: { type: 'relation', relation: 'manyToOne', target: recordUids.brand },
      teaser: { type: 'component', component: 'brochure.teaser' },
      blocks: { type: 'dynamiczone', components: ['brochure.teaser'] },
    },
  }),
  ...component('brochure.teaser', { hero: field, related: { ...relation, relation: 'oneToMany' } }),
};

let site: BootedSite;
let token: string;

beforeAll(async () => {
  site = await bootSite({ sources });
  token = await contentToken(site);
  const catalog = catalogWriter(site.strapi);
  await catalog.write('brand', [aBrand({ id: 1, title: 'Acme' })]);
  await catalog.write('product', [
    aProduct({ id: 10, title: 'Apple', brandId: 1 }),
    aProduct({ id: 11, title: 'Banana' }),
    aProduct({ id: 12, title: 'Cherry' }),
    aProduct({ id: 13, title: 'Damson' }),
  ]);
});
afterAll(async () => {
  await site.stop();
  removeSite(site);
});

const entry = z.object({ data: z.looseObject({ title: z.string() }) });
const created = z.object({ data: z.looseObject({ documentId: z.string() }) });
const connect = async (...ids: number[]) => ({
  connect: await Promise.all(
    ids.map(async (id) => ({ documentId: (await recordIds(site, 'product', id)).documentId })),
  ),
});

const disconnect = async (...ids: number[]) => ({ disconnect: (await connect(...ids)).connect });

/** A request body as the Content Manager sends it. */
async function brochure(title: string, ids: number[]) {
  const [first] = ids;
  const teaser = { hero: first, related: await connect(...ids) };
  return {
    title,
    products: ids,
    related: await connect(...ids),
    brand: { connect: [{ documentId: (await recordIds(site, 'brand', 1)).documentId }] },
    teaser,
    blocks: [{ __component: 'brochure.teaser', ...teaser }],
  };
}

async function send(method: string, path: string, body: unknown = {}): Promise<unknown> {
  const response = await site.admin(method, `${address}${path}`, body);
  expect(response, `${method} ${path}`).toMatchObject({ status: expect.toSatisfy((status) => status < 300) });
  return response.body;
}
const create = async (title: string, ids: number[]): Promise<string> =>
  created.parse(await send('POST', '', await brochure(title, ids))).data.documentId;

async function shown(documentId: string, status: 'draft' | 'published' = 'published'): Promise<unknown> {
  const populate = 'populate[related]=true&populate[brand]=true&populate[teaser][populate]=related';
  const path = `/brochures/${documentId}?status=${status}&commerceProducts=list&${populate}&populate[blocks][populate]=*`;
  const response = await fetch(`${site.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  return response.status === 404 ? null : entry.parse(await response.json()).data;
}
/** The expected content of an entry with these products. */
function showing(...names: string[]) {
  const teaser = { hero: { name: names[0] }, related: names.map((title) => ({ title })) };
  return {
    products: names.map((name) => ({ name })),
    related: names.map((title) => ({ title })),
    brand: { title: 'Acme' },
    teaser,
    blocks: [teaser],
  };
}

describe('in the Content Manager', () => {
  test('an entry is published, changed, and taken back with its products', async () => {
    const documentId = await create('May', [11, 10]);
    await send('POST', `/${documentId}/actions/publish`, {});
    expect(await shown(documentId)).toMatchObject(showing('Banana', 'Apple'));

    await send('PUT', `/${documentId}`, { products: [12], teaser: { hero: null, related: [] } });
    expect(await shown(documentId)).toMatchObject(showing('Banana', 'Apple'));
    expect(await shown(documentId, 'draft')).toMatchObject({ products: [{ name: 'Cherry' }], teaser: { hero: null } });

    await send('POST', `/${documentId}/actions/discard`, {});
    expect(await shown(documentId, 'draft')).toMatchObject(showing('Banana', 'Apple'));

    await send('POST', `/${documentId}/actions/unpublish`, {});
    expect(await shown(documentId)).toBeNull();
    expect(await shown(documentId, 'draft')).toMatchObject(showing('Banana', 'Apple'));
  });

  test('several are published at once; no product counts as a draft that is not published yet', async () => {
    const documentIds = [await create('June', [10]), await create('July', [12, 11])];
    const [first = ''] = documentIds;
    const counted = async (path: string) => (await site.admin('GET', `${address}${path}`)).body;
    const none = { unpublishedRelations: 0, draftM2mLinks: 0 };
    expect(await counted(`/${first}/actions/countDraftRelations`)).toEqual({ data: none });
    const query = documentIds.map((id) => `documentIds[]=${id}`).join('&');
    expect(await counted(`/actions/countManyEntriesDraftRelations?${query}`)).toEqual({ data: 0 });
    expect(await send('POST', '/actions/bulkPublish', { documentIds })).toEqual({ count: 2 });
    expect(await shown(first)).toMatchObject(showing('Apple'));
    expect(await shown(documentIds[1] ?? '')).toMatchObject(showing('Cherry', 'Banana'));

    await send('POST', '/actions/bulkUnpublish', { documentIds });
    expect(await shown(first)).toBeNull();
  });

  test('a copy has the same products', async () => {
    const documentId = await create('August', [12, 10]);
    const copy = created.parse(await send('POST', `/clone/${documentId}`, { title: 'September' }));
    expect(await shown(copy.data.documentId, 'draft')).toMatchObject({
      title: 'September',
      ...showing('Cherry', 'Apple'),
    });
  });
});

test('what a release publishes, or takes back, keeps its products', async () => {
  const documentId = await create('Released', [11, 10]);
  // Strapi's releases make these calls.
  await site.strapi.documents(uid).publish({ documentId });
  expect(await shown(documentId)).toMatchObject(showing('Banana', 'Apple'));
  await site.strapi.documents(uid).unpublish({ documentId });
  expect(await shown(documentId)).toBeNull();
  expect(await shown(documentId, 'draft')).toMatchObject(showing('Banana', 'Apple'));
});

test('a preview of a draft shows the products that it chooses now', async () => {
  const documentId = await create('Preview', [10]);
  await send('POST', `/${documentId}/actions/publish`, {});
  await send('PUT', `/${documentId}`, { products: [11, 10] });
  expect(await shown(documentId)).toMatchObject({ products: [{ name: 'Apple' }] });
  expect(await shown(documentId, 'draft')).toMatchObject({ products: [{ name: 'Banana' }, { name: 'Apple' }] });
});

describe('a version that the Content History keeps', () => {
  test('is restored with the products that it chose, without those that are gone since', async () => {
    const documentId = await create('October', [12, 13, 10]);
    await keep(documentId);
    await send('PUT', `/${documentId}`, { products: null, related: await disconnect(10) });
    await catalogWriter(site.strapi).removeForGood('product', [13]);

    const [{ id }] = await versionsOf(documentId, login.email);
    await history().restoreVersion(id);
    expect(await shown(documentId, 'draft')).toMatchObject(showing('Cherry', 'Apple'));
    // The deleted product may come back with the next sync, so its id is kept.
    expect(await site.strapi.documents(uid).findOne({ documentId })).toMatchObject({ products: [12, 13, 10] });
  });

  test('shows related products to editors who may read them', async () => {
    const documentId = await create('November', [12, 10]);
    await keep(documentId);
    const content: ContentPermission[] = [
      { subject: uid, actions: ['read'], fields: ['title', 'related'] },
      { subject: recordUids.product, actions: ['read'], fields: ['title'] },
    ];
    const { email } = await createEditor(
      { request: (...request) => site.admin(...request) },
      { name: 'reader', permissions: [], content },
    );

    const [{ data }] = await versionsOf(documentId, email);
    expect(data.related.results).toEqual(
      ['Cherry', 'Apple'].map((title) => expect.objectContaining({ title, status: 'published' })),
    );
    expect(JSON.stringify(data.related)).not.toContain('fingerprint');
  });
});

/*
 * The pages of Content History need a license of Strapi. The services behind them are part of every Strapi, and are
 * called here as the pages call them.
 */
interface History {
  createVersion(version: object): Promise<void>;
  findVersionsPage(params: object): Promise<unknown>;
  restoreVersion(id: number): Promise<unknown>;
}
interface HistoryUtilities {
  getDeepPopulate(uid: string, inDatabaseSyntax: boolean): object;
}

const contentManager = dirname(
  createRequire(require.resolve('@strapi/strapi')).resolve('@strapi/content-manager/package.json'),
);
const servicesOf = (file: string) =>
  createRequire(__filename)(join(contentManager, 'dist/server/history/services', file));

function history(): History {
  const { createHistoryService }: { createHistoryService(context: object): History } = servicesOf('history.js');
  return createHistoryService({ strapi: site.strapi });
}

/** Stores a version as the Content Manager does when it saves an entry. */
async function keep(documentId: string): Promise<void> {
  const { createServiceUtils }: { createServiceUtils(context: object): HistoryUtilities } = servicesOf('utils.js');
  const data = await site.strapi.db.query(uid).findOne({
    where: { documentId, publishedAt: null },
    populate: createServiceUtils({ strapi: site.strapi }).getDeepPopulate(uid, true),
  });
  const { attributes: schema } = site.strapi.contentType(uid);
  const ignored = ['createdAt', 'updatedAt', 'publishedAt'];
  const kept = Object.entries(z.looseObject({}).parse(data)).filter(([name]) => !ignored.includes(name));
  await history().createVersion({
    contentType: uid,
    relatedDocumentId: documentId,
    locale: null,
    status: 'draft',
    data: Object.fromEntries(kept),
    schema,
    componentsSchemas: { 'brochure.teaser': site.strapi.components['brochure.teaser']?.attributes },
  });
}

const related = z.object({ results: z.array(z.unknown()) });
const versions = z.object({
  results: z.tuple([z.object({ id: z.int(), data: z.looseObject({ related }) })]),
});

/** The only version, as an administrator sees it. */
async function versionsOf(documentId: string, email: string): Promise<z.infer<typeof versions>['results']> {
  const user = await site.strapi.db.query('admin::user').findOne({ where: { email }, populate: ['roles'] });
  const userAbility = await site.strapi.service('admin::permission').engine.generateUserAbility(user);
  const query = { contentType: uid, documentId };
  return versions.parse(await history().findVersionsPage({ query, state: { userAbility } })).results;
}
