import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { logIn } from '../../scripts/lib/administrator';
import { repository } from '../../scripts/lib/paths';
import { createEditor } from '../support/admin/admin-roles';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { type OtherPluginSite, otherPluginSite } from '../support/sites/other-plugin-site';

const page = 'api::page.page';
const gift = 'api::gift.gift';
const note = 'api::note.note';
const front = 'api::front.front';
const their = (productId: unknown) => ({ productId, name: 'Chosen', id: 4 });

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`products chosen with another plugin, on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let opened: OtherPluginSite;
    let site: OtherPluginSite['site'];

    beforeAll(async () => {
      database = await kind.create(at);
      opened = await otherPluginSite(database);
      ({ site } = opened);
    });
    afterAll(async () => {
      await opened.stop();
      await database.drop();
    });
    beforeEach(async () => {
      for (const uid of [page, gift, note, front, 'other.box', 'other.teaser'])
        await site.strapi.db.query(uid).deleteMany({ where: { id: { $gt: 0 } } });
    });

    const run = (...args: string[]) => opened.run(args);
    const reported = (...args: string[]) => opened.reported(args);
    const insert = (uid: string, data: object) => site.strapi.db.query(uid).create({ data });
    const stored = (uid: string): Promise<unknown[]> => site.strapi.db.query(uid).findMany({ orderBy: 'id' });
    const rowsOf = (uid: string): Promise<Record<string, unknown>[]> =>
      site.strapi.db.connection(site.strapi.db.metadata.get(uid).tableName).orderBy('id');

    test('become ours in drafts, published versions, and every language; a second run changes nothing', async () => {
      const documents = site.strapi.documents(page);
      const { documentId } = await documents.create({
        data: { title: 'A', theirProduct: their(10) },
        status: 'published',
      });
      const german: Record<string, unknown> = { title: 'B', theirProduct: their('11') };
      await documents.update({ documentId, locale: 'de', data: german });
      const before = await stored(page);

      const { code, of } = await reported();

      expect(code).toBe(0);
      const entry = { uid: page, documentId };
      expect(of(page, 'theirProduct')).toMatchObject({ target: 'hero', problem: null, counts: { converted: 3 } });
      expect(of(page, 'theirProduct').values.flatMap(({ entries }) => entries)).toEqual(
        expect.arrayContaining([
          { ...entry, locale: 'en', status: 'draft' },
          { ...entry, locale: 'en', status: 'published' },
          { ...entry, locale: 'de', status: 'draft' },
        ]),
      );
      const after = await stored(page);
      expect(after).toEqual(
        before.map((row) => ({
          ...Object(row),
          hero: z.looseObject({ locale: z.string() }).parse(row).locale === 'de' ? 11 : 10,
        })),
      );
      const second = await reported();
      expect(second.code).toBe(0);
      expect(second.of(page, 'theirProduct').counts).toEqual({ already: 3 });
      expect(await stored(page)).toEqual(after);
    });

    test('become ours in components, nested ones, and dynamic zones; the entries that contain them are named', async () => {
      const { documentId } = await site.strapi.documents(page).create({
        data: {
          title: 'Deep',
          boxes: [{ inner: { pick: their(10) } }, { inner: { pick: their(11) } }],
          blocks: [
            { __component: 'other.teaser', pick: their(12) },
            { __component: 'other.box', inner: { pick: their(14) } },
          ],
        },
      });

      const { values } = (await reported()).of('other.teaser', 'pick');

      const ofThis = values.filter(({ entries }) => entries.some((entry) => entry.documentId === documentId));
      expect(ofThis.map(({ productId, outcome }) => [productId, outcome]).sort()).toEqual(
        [10, 11, 12, 14].map((id) => [id, 'converted']),
      );
      const found = await site.strapi.documents(page).findOne({
        documentId,
        populate: {
          boxes: { populate: 'inner' },
          blocks: { on: { 'other.teaser': true, 'other.box': { populate: 'inner' } } },
        },
      });
      expect(found).toMatchObject({
        boxes: [{ inner: { picks: [10] } }, { inner: { picks: [11] } }],
        blocks: [{ picks: [12], pick: their(12) }, { inner: { picks: [14] } }],
      });
    });

    test('are shown by a dry run, which writes nothing', async () => {
      await insert(page, { title: 'A', theirProduct: their(10) });
      const before = await stored(page);

      const { code, out, error } = await run('--dry-run');

      expect(code).toBe(0);
      expect(out).toContain('would be converted');
      expect(error).toContain('Nothing was written');
      expect(await stored(page)).toEqual(before);
    });

    test('are converted in their place where the field was switched to ours; our own values stay', async () => {
      await insert(front, { switched: their(10), several: their(11) });
      await insert(front, { switched: 12, several: [12, 14] });
      await insert(front, { switched: { name: 'Removed', id: 4 }, several: { sku: 'x' } });

      const { code, of } = await reported();

      expect(code).toBe(5);
      expect(of(front, 'switched').counts).toEqual({ converted: 1, cleared: 1 });
      expect(of(front, 'several').counts).toEqual({ converted: 1, unreadable: 1 });
      expect(await stored(front)).toMatchObject([
        { switched: 10, several: [11] },
        { switched: 12, several: [12, 14] },
        { switched: null, several: { sku: 'x' } },
      ]);
      expect((await reported()).of(front, 'several').counts).toEqual({ unreadable: 1 });
    });

    test('that cannot be read, or are not cached, are left and reported; other choices of ours are never overwritten', async () => {
      const huge = { productId: 10, description: 'x'.repeat(600_000) };
      for (const value of ['text', [their(10)], 12, true, { sku: 'x' }, { productId: -1 }, huge, their(4711)])
        await insert(page, { theirProduct: JSON.stringify(value) });
      await insert(page, { theirProduct: their(10), hero: 11 });
      const before = await rowsOf(page);

      const { code, of } = await reported();

      expect(code).toBe(5);
      const { counts, values } = of(page, 'theirProduct');
      expect(counts).toEqual({ unreadable: 7, unknown: 1, kept: 1 });
      expect(values.map(({ reason }) => reason)).toEqual([
        ...Array.from({ length: 4 }, () => 'not_an_object'),
        'no_product',
        'not_an_id',
        'too_large',
        null,
        null,
      ]);
      expect(await rowsOf(page)).toEqual(before);
      expect((await reported('--keep-unknown')).of(page, 'theirProduct').counts).toMatchObject({ converted: 1 });
      expect((await rowsOf(page)).map(({ hero }) => Number(hero))).toContain(4711);
    });

    test('of several fields of ours take the one that is named, and never two fields the same', async () => {
      await insert(gift, { first: their(10), second: their(11) });

      const unclear = await reported();
      expect(unclear.code).toBe(1);
      expect(unclear.of(gift, 'first')).toMatchObject({ problem: 'several_targets', counts: { no_target: 1 } });
      expect((await reported('--to', 'one')).of(gift, 'first')).toMatchObject({ problem: 'shared_target' });
      expect(await stored(gift)).toMatchObject([{ one: null, more: null }]);

      expect((await reported('--field', 'first', '--to', 'one')).code).toBe(0);
      expect((await reported('--field', 'second', '--to', 'more')).code).toBe(0);
      expect(await stored(gift)).toMatchObject([{ one: 10, more: [11] }]);
    });

    test('without a field of ours next to them are named, with what to do', async () => {
      await insert(note, { pick: their(10) });

      const { code, of, error } = await reported();

      expect(code).toBe(1);
      expect(of(note, 'pick')).toMatchObject({ target: null, counts: { no_target: 1 } });
      expect(error).toContain('api::note.note.pick: add a "Commerce product" field next to it');
    });

    test('of many entries are imported page by page, each row once, by two runs at once', async () => {
      const { tableName } = site.strapi.db.metadata.get(page);
      const rows = Array.from({ length: 1200 }, (_, index) => ({
        document_id: `many${index}`,
        their_product: JSON.stringify(their(10 + (index % 3))),
      }));
      await site.strapi.db.connection.batchInsert(tableName, rows, 200);

      const runs = await Promise.all([reported(), reported()]);

      const counts = runs.map(({ of }) => of(page, 'theirProduct').counts);
      const total = (outcome: string) => counts.reduce((sum, each) => sum + (each[outcome] ?? 0), 0);
      expect({ converted: total('converted'), already: total('already') }).toEqual({ converted: 1200, already: 1200 });
      expect(runs.map(({ code }) => code)).toEqual([0, 0]);
      const found: unknown[] = await site.strapi.db.connection(tableName).whereNull('hero').pluck('id');
      expect(found).toEqual([]);
    });

    test('that are large are read in small pages, of which none is missed', async () => {
      for (let index = 0; index < 12; index += 1)
        await insert(page, { theirProduct: { ...their(10), description: 'x'.repeat(450_000) } });
      const body = { model: page, field: 'theirProduct', target: 'hero', dryRun: true };

      const first = await opened.importPage(body);
      const second = await opened.importPage({ ...body, after: first.next });

      expect(first.values).toHaveLength(8);
      expect(second.values).toHaveLength(4);
      expect(second.next).toBeNull();
    });

    test('of fields that are not there are a wrong request', async () => {
      for (const body of [
        { model: 'api::gone.gone', field: 'pick', target: null, dryRun: true },
        { model: page, field: 'title', target: 'hero', dryRun: false },
        { model: page, field: 'theirProduct', target: 'title', dryRun: false },
        { model: page, field: 'theirProduct', target: null, dryRun: false },
        { model: page, field: 'theirProduct', target: 'theirProduct', dryRun: false },
        { model: '__proto__', field: 'constructor', target: 'toString', dryRun: false },
        { model: page, field: 'theirProduct', target: 'hero' },
        { model: page, field: 'theirProduct', target: 'hero', dryRun: true, after: -1 },
        { model: page, field: 'theirProduct', target: 'hero', dryRun: true, after: 2 ** 31 },
      ]) {
        const { status, body: response } = await site.admin('POST', '/commerce-bridge/field-import', body);
        expect({ body, status, response }).toMatchObject({
          status: 400,
          response: { error: { name: 'ValidationError' } },
        });
      }
    });

    test('in components that no entry contains any more are converted, but nothing that is left there is a failure', async () => {
      await insert('other.teaser', { pick: their(10) });
      await insert('other.teaser', { pick: their(4711) });

      const { code, of } = await reported();

      expect(code).toBe(0);
      expect(of('other.teaser', 'pick')).toMatchObject({
        counts: { converted: 1, unknown: 1 },
        values: [{ entries: [] }, { entries: [] }],
      });
    });

    test('are imported only by who may change settings', async () => {
      const login = await createEditor(
        { request: (...request) => site.admin(...request) },
        { name: 'reader', permissions: ['settings.read', 'catalog.read'] },
      );
      const reader = await logIn(site, login);

      expect((await reader.request('GET', '/commerce-bridge/field-import')).status).toBe(403);
    });

    test('are shown to readers by both plugins as before: neither sees the other', async () => {
      const { documentId } = await site.strapi.documents(page).create({ data: { theirProduct: their(10), hero: 11 } });

      const found = await site.strapi.documents(page).findOne({ documentId });

      const refused: Record<string, unknown> = { theirProduct: their(12), hero: their(12) };
      expect(found).toMatchObject({ theirProduct: their(10), hero: 11 });
      await expect(site.strapi.documents(page).update({ documentId, data: refused })).rejects.toThrow(/hero must be/);
    });

    const documented = [
      ...readFileSync(join(repository, 'docs/migrating.md'), 'utf8').matchAll(
        /^ *npx commerce-bridge import-fields(.*)$/gm,
      ),
    ].map(([, options = '']) => options.trim().split(' ').filter(Boolean));

    test.each(documented.map((args) => [args.join(' '), args]))(
      'the command of the guide works: import-fields %s',
      async (_line, args) => {
        await insert(page, { theirProduct: their(10) });

        expect(await run(...args)).toMatchObject({
          code: 0,
          out: expect.stringContaining('api::page.page.theirProduct'),
        });
      },
    );
  });
}
