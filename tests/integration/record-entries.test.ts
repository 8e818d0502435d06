import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type RecordEntries, recordEntries } from '../../contracts/admin/record-entries';
import { logIn } from '../../scripts/lib/administrator';
import { type ContentPermission, createEditor, giveRole } from '../support/admin/admin-roles';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { catalogWriter } from '../support/shops/catalog-items';
import { whenAvailable } from '../support/requirements';
import { fillShop } from '../support/shops/rest-shop';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';
import { usingSources } from '../support/sites/using-site';

const page = 'api::page.page';
const article = 'api::article.article';
const front = 'api::front.front';
const product = 'plugin::commerce-bridge.product';
const created = z.object({ data: z.looseObject({ documentId: z.string() }) });
const cached = z.looseObject({ documentId: z.string() });

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`the entries that use a cached record, on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let site: BootedSite;

    beforeAll(async () => {
      database = await kind.create(at);
      site = await bootSite({
        sources: usingSources,
        ...(database.connection ? { database: database.connection } : {}),
      });
      await fillShop(catalogWriter(site.strapi));
      await site.admin('POST', '/i18n/locales', { code: 'de', name: 'German (de)', isDefault: false });
    });
    afterAll(async () => {
      await site.stop();
      await database.drop();
      removeSite(site);
    });

    const found = async (path: string): Promise<RecordEntries> =>
      recordEntries.parse((await site.admin('GET', `/commerce-bridge/records/${path}/entries`)).body);
    const titles = async (path: string) => (await found(path)).entries.map(({ title }) => title);
    const cachedDocument = async (entity: 'product' | 'category' | 'brand', id: number) =>
      cached.parse(
        await site.strapi.documents(`plugin::commerce-bridge.${entity}`).findFirst({ filters: { upstreamId: id } }),
      ).documentId;

    /** Creates an entry as the Content Manager does. */
    async function create(uid: string, data: object, query = ''): Promise<string> {
      const { status, body } = await site.admin('POST', `/content-manager/collection-types/${uid}${query}`, data);
      expect(status).toBe(201);
      return created.parse(body).data.documentId;
    }
    const publish = (documentId: string, data: object) =>
      site.admin('POST', `/content-manager/collection-types/${page}/${documentId}/actions/publish`, data);
    async function seenBy(name: string, content: ContentPermission[], path: string): Promise<RecordEntries> {
      const login = await createEditor(
        { request: (...request) => site.admin(...request) },
        { name, permissions: ['catalog.read'], content },
      );
      const administrator = await logIn(site, login);
      return recordEntries.parse((await administrator.request('GET', `/commerce-bridge/records/${path}/entries`)).body);
    }

    test('are none for a record that nothing uses', async () => {
      expect(await found('product/13')).toEqual({ total: 0, isComplete: true, entries: [] });
    });

    test('include those with a relation; a draft and its published version are one', async () => {
      const data = { title: 'Related', related: { connect: [{ documentId: await cachedDocument('product', 10) }] } };
      const documentId = await create(page, data);
      expect((await publish(documentId, data)).status).toBe(200);
      expect(await found('product/10')).toEqual({
        total: 1,
        isComplete: true,
        entries: [{ uid: page, kind: 'collectionType', type: 'page', documentId, locale: 'en', title: 'Related' }],
      });
    });

    test('include those with a product field, for one product or a list, and not those with a longer id', async () => {
      await create(page, { title: 'One', hero: 11 });
      await create(page, { title: 'List', products: [12, 11] });
      await create(page, { title: 'Both', hero: 11, products: [11] });
      await create(page, { title: 'Others', hero: 111, products: [110, 1, 211] });
      expect(await found('product/11')).toMatchObject({ total: 3 });
      expect(await titles('product/11')).toEqual(['Both', 'List', 'One']);
    });

    test('include those whose components or dynamic zones use it, at any depth', async () => {
      const more = { connect: [{ documentId: await cachedDocument('product', 14) }] };
      await create(page, { title: 'Nested', box: [{ inner: { main: 1 } }, { inner: { main: 14 } }] });
      await create(page, { title: 'Zone', blocks: [{ __component: 'using.teaser', main: 14 }] });
      await create(page, { title: 'Nested zone', blocks: [{ __component: 'using.box', inner: { more } }] });
      await create(page, { title: 'Without', blocks: [{ __component: 'using.teaser', main: 1 }] });
      expect(await found('product/14')).toMatchObject({ total: 3 });
      expect(await titles('product/14')).toEqual(['Nested', 'Nested zone', 'Zone']);
    });

    test('are counted once in several languages, and lead to one that uses it', async () => {
      const documentId = await create(page, { title: 'English', hero: 1 });
      await site.admin('PUT', `/content-manager/collection-types/${page}/${documentId}?locale=de`, {
        title: 'Deutsch',
        hero: 15,
      });
      const both = await create(page, { title: 'Second', hero: 15 });
      await site.admin('PUT', `/content-manager/collection-types/${page}/${both}?locale=de`, {
        title: 'Zwei',
        hero: 15,
      });
      expect(await found('product/15')).toMatchObject({
        total: 2,
        entries: [
          { documentId, locale: 'de', title: 'Deutsch' },
          { documentId: both, locale: 'en', title: 'Second' },
        ],
      });
    });

    test('include a single type, which has its own name if it has no title', async () => {
      const { status } = await site.admin('PUT', `/content-manager/single-types/${front}`, { products: [16] });
      expect(status).toBe(200);
      expect(await found('product/16')).toMatchObject({
        total: 1,
        entries: [{ uid: front, kind: 'singleType', type: 'front', locale: null, title: 'front' }],
      });
    });

    test('are found for categories and brands by relation, and not by fields', async () => {
      const brand = { connect: [{ documentId: await cachedDocument('brand', 2) }] };
      const category = { connect: [{ documentId: await cachedDocument('category', 2) }] };
      await create(article, { title: 'Of a brand', hero: 2, brand });
      await create(article, { title: 'Of a category', hero: 1, category });
      expect(await titles('brand/2')).toEqual(['Of a brand']);
      expect(await titles('category/2')).toEqual(['Of a category']);
    });

    test('include those that chose a product that is not cached', async () => {
      const documentId = await create(article, { hero: 4711 });
      expect(await found('product/4711')).toMatchObject({ total: 1, entries: [{ documentId, title: documentId }] });
    });

    test('are named only as far as the administrator can read them, and counted all the same', async () => {
      const documentId = await create(page, { title: 'A page', hero: 17 });
      await create(article, { title: 'An article', hero: 17 });
      const reading = (subject: string, fields: string[]): ContentPermission => ({
        subject,
        actions: ['read'],
        fields,
      });
      expect(await seenBy('reads-none', [], 'product/17')).toMatchObject({ total: 2, entries: [] });
      expect(await seenBy('reads-articles', [reading(article, ['title'])], 'product/17')).toMatchObject({
        total: 2,
        entries: [{ title: 'An article' }],
      });
      expect(await seenBy('reads-no-titles', [reading(page, ['hero'])], 'product/17')).toMatchObject({
        total: 2,
        entries: [{ documentId, title: documentId }],
      });
      const own = { ...reading(page, ['title']), conditions: ['admin::is-creator'] };
      expect(await seenBy('reads-own', [own], 'product/17')).toMatchObject({ total: 2, entries: [] });
    });

    test('have the titles that each of them shows to an administrator with several roles', async () => {
      const hidden = await create(page, { title: 'A confidential title', hero: 4714 });
      const reading = { subject: page, actions: ['read' as const] };
      const administrator = { request: (...request: Parameters<BootedSite['admin']>) => site.admin(...request) };
      const own = { ...reading, fields: ['title'], conditions: ['admin::is-creator'] };
      await createEditor(administrator, { name: 'titles-of-own', permissions: [], content: [own] });
      const login = await createEditor(administrator, {
        name: 'writes-pages',
        permissions: ['catalog.read'],
        content: [
          { ...reading, fields: ['hero'] },
          { subject: page, actions: ['create'], fields: ['title', 'hero'] },
        ],
      });
      await giveRole(administrator, { email: login.email, role: 'titles-of-own' });
      const { request } = await logIn(site, login);
      const made = await request('POST', `/content-manager/collection-types/${page}`, { title: 'Mine', hero: 4714 });
      const mine = created.parse(made.body).data.documentId;
      const { body } = await request('GET', '/commerce-bridge/records/product/4714/entries');
      expect(recordEntries.parse(body).entries).toMatchObject([
        { documentId: hidden, title: hidden },
        { documentId: mine, title: 'Mine' },
      ]);
    });

    test('are named to an administrator who can read one of their languages', async () => {
      const documentId = await create(page, { title: 'English', hero: 4716 });
      await site.admin('PUT', `/content-manager/collection-types/${page}/${documentId}?locale=de`, {
        title: 'Deutsch',
        hero: 4716,
      });
      const inGerman: ContentPermission = { subject: page, actions: ['read'], fields: ['title'], locales: ['de'] };
      expect(await seenBy('reads-german', [inGerman], 'product/4716')).toMatchObject({
        total: 1,
        entries: [{ documentId, locale: 'de', title: 'Deutsch' }],
      });
    });

    test('are twenty at most, by content type and title, with the total', async () => {
      for (let number = 22; number > 0; number -= 1)
        await create(article, { title: `No. ${String(number).padStart(2, '0')}`, hero: 18 });
      await create(page, { title: 'Not listed', hero: 18 });
      expect(await found('product/18')).toMatchObject({ total: 23, isComplete: true });
      expect(await titles('product/18')).toEqual(
        Array.from({ length: 20 }, (_, place) => `No. ${String(place + 1).padStart(2, '0')}`),
      );
    });

    test('are searched for in the newest 20,000 rows of a table with product fields, which the response says', async () => {
      await create(article, { title: 'Too old', hero: 4712 });
      const knex = site.strapi.db.connection;
      const rows = Array.from({ length: 20_000 }, (_, place) => ({ document_id: `filler-${place}`, hero: '4713' }));
      onTestFinished(async () => {
        await knex('articles').where('document_id', 'like', 'filler-%').delete();
      });
      await knex.batchInsert('articles', rows, 400);
      await create(article, { title: 'New', hero: 4712 });
      expect(await found('product/4712')).toMatchObject({ total: 1, isComplete: false, entries: [{ title: 'New' }] });
      expect(await found('product/4713')).toMatchObject({ total: 19_999, isComplete: false });
    });

    test('are shown to editors who read products in the Content Manager, and to nobody else', async () => {
      const statusFor = async (name: string, content: ContentPermission[]) => {
        const administrator = { request: (...request: Parameters<BootedSite['admin']>) => site.admin(...request) };
        const { request } = await logIn(site, await createEditor(administrator, { name, permissions: [], content }));
        return (await request('GET', '/commerce-bridge/records/product/10/entries')).status;
      };
      expect(await statusFor('reader', [{ subject: product, actions: ['read'], fields: ['title'] }])).toBe(200);
      expect(await statusFor('writer', [{ subject: page, actions: ['read'], fields: ['title'] }])).toBe(403);
    });
  });
}
