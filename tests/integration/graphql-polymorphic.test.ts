import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { recordActions, recordUids } from '../../server/src/content-types/record-uids';
import { responseStatements } from '../support/databases/response-statements';
import { articleSite, grantToPublic, publicRole, recordIds } from '../support/sites/article-site';
import { type BootedSite, removeSite } from '../support/sites/boot-site';
import { api, component } from '../support/sites/story-site';
import { eventually } from '../support/time/eventually';

const product = { type: 'relation', relation: 'oneToOne', target: recordUids.product };
const productField = { type: 'customField', customField: 'plugin::commerce-bridge.product' };
const noteFields = (extension: string) =>
  ['leftOut', 'chosenLeftOut', 'anythingLeftOut']
    .map((name) => `${extension}.shadowCRUD('api::note.note').field('${name}').disableOutput();`)
    .join('\n');

const sources = {
  ...api('note', {
    plural: 'notes',
    options: { privateAttributes: ['kept', 'anythingKept'] },
    attributes: {
      text: { type: 'string' },
      about: { type: 'relation', relation: 'morphToOne' },
      things: { type: 'relation', relation: 'morphToMany' },
      pinned: { type: 'component', component: 'note.pinned' },
      kept: product,
      anythingKept: { type: 'relation', relation: 'morphToMany' },
      leftOut: product,
      chosenLeftOut: productField,
      anythingLeftOut: { type: 'relation', relation: 'morphToMany' },
    },
  }),
  ...api('secret', { plural: 'secrets', attributes: { title: { type: 'string' } } }),
  ...component('note.pinned', { thing: { type: 'relation', relation: 'morphToOne' } }),
  'src/index.js': `module.exports = { register({ strapi }) {
    const extension = strapi.plugin('graphql').service('extension');
    ${noteFields('extension')}
  } };`,
};

let site: BootedSite;

beforeAll(async () => {
  site = await articleSite({ sources, plugins: { '@strapi/plugin-graphql': { landingPage: false, depthLimit: 5 } } });
  await grantToPublic(site, 'api::note.note.find');
  const permissions = site.strapi.db.query('plugin::users-permissions.permission');
  const where = { role: { id: await publicRole(site) }, action: { $in: [...recordActions] } };
  await eventually(async () => (await permissions.count({ where })) === recordActions.length);
  await writeNotes();
});
afterAll(async () => {
  await site.stop();
  removeSite(site);
});

async function writeNotes(): Promise<void> {
  const record = async (kind: keyof typeof recordUids, upstreamId: number) => ({
    id: (await recordIds(site, kind, upstreamId)).id,
    __type: recordUids[kind],
  });
  const article = z
    .object({ id: z.int() })
    .parse(
      await site.strapi.db
        .query('api::article.article')
        .findOne({ where: { title: 'of nothing', publishedAt: { $notNull: true } } }),
    );
  const { id: secret } = await site.strapi.db.query('api::secret.secret').create({ data: { title: 'Secret' } });
  const notes = [
    {
      text: 'of all',
      about: await record('product', 10),
      things: [
        await record('product', 11),
        await record('product', 12),
        { id: article.id, __type: 'api::article.article' },
        await record('category', 2),
        await record('category', 1),
        await record('brand', 2),
        { id: secret, __type: 'api::secret.secret' },
        await record('brand', 1),
        await record('product', 13),
        await record('product', 10),
      ],
      pinned: { thing: await record('brand', 1) },
    },
    { text: 'of hidden ones', about: await record('product', 12), things: [await record('product', 13)] },
    { text: 'of nothing', pinned: { thing: await record('category', 3) } },
  ];
  for (const data of notes) await site.strapi.documents('api::note.note').create({ data });
}

const responded = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});

async function ask(query: string) {
  const response = await fetch(`${site.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return responded.parse(await response.json());
}
async function notes(fields: string): Promise<unknown> {
  const { data, errors } = await ask(
    `{ notes(sort: "text") { ${fields} } }
     fragment shown on GenericMorph {
       __typename
       ... on CommerceProduct { id name slug price }
       ... on CommerceCollection { id name product_count }
       ... on CommerceBrand { id name }
       ... on Article { title }
     }`,
  );
  expect(errors).toBeUndefined();
  return data?.['notes'];
}
const titled = z.looseObject({ title: z.string() });
const populated = z.object({
  data: z.array(z.looseObject({ about: titled.nullish(), things: z.array(titled).nullish() })),
});

describe('a relation to entries of any type, in GraphQL', () => {
  const mugs = { __typename: 'CommerceCollection', id: 1, name: 'Mugs', product_count: 2 };
  const acme = { __typename: 'CommerceBrand', id: 1, name: 'Acme' };
  const article = { __typename: 'Article', title: 'of nothing' };
  const aProductNamed = (id: number, name: string) => ({
    __typename: 'CommerceProduct',
    id,
    name,
    slug: expect.any(String),
    price: expect.any(Number),
  });

  test('shows what the REST API populates, in its order: cached records as everywhere, and entries of other types', async () => {
    expect(await notes('text about { ...shown } things { ...shown } pinned { thing { ...shown } }')).toEqual([
      {
        text: 'of all',
        about: aProductNamed(10, 'Apple'),
        things: [aProductNamed(11, 'Banana'), article, mugs, acme, aProductNamed(10, 'Apple')],
        pinned: { thing: acme },
      },
      { text: 'of hidden ones', about: null, things: [], pinned: null },
      { text: 'of nothing', about: null, things: [], pinned: { thing: null } },
    ]);

    const response = await fetch(`${site.url}/api/notes?sort=text&populate[about]=true&populate[things]=true`);
    const { data } = populated.parse(await response.json());
    expect(data.map(({ about, things }) => [about?.title, (things ?? []).map(({ title }) => title)])).toEqual([
      ['Apple', ['Banana', 'of nothing', 'Mugs', 'Acme', 'Apple']],
      [undefined, []],
      [undefined, []],
    ]);
  });

  test('shows drafts only where a plain relation does: if the query asks for them', async () => {
    const articles = site.strapi.documents('api::article.article');
    const draft = await articles.create({ data: { title: 'a draft' } });
    const published = await articles.create({ status: 'published', data: { title: 'published' } });
    const things = [draft, published].map(({ id }) => ({ id, __type: 'api::article.article' }));
    const note = await site.strapi.documents('api::note.note').create({ data: { text: 'of two', things } });
    const about = await site.strapi
      .documents('api::note.note')
      .create({ data: { text: 'of one', about: { id: draft.id, __type: 'api::article.article' } } });
    const telling = await articles.create({ data: { title: 'telling', anything: things } });
    try {
      expect(await notes('text about { ...shown } things { ...shown }')).toEqual(
        expect.arrayContaining([
          { text: 'of one', about: null, things: [] },
          { text: 'of two', about: null, things: [{ __typename: 'Article', title: 'published' }] },
        ]),
      );
      const fields = 'anything { ... on Article { title } }';
      const filtered = `filters: { title: { eq: "telling" } }`;
      const { data, errors } = await ask(
        `{ drafts: articles(status: DRAFT, ${filtered}) { ${fields} } articles(${filtered}) { ${fields} } }`,
      );
      expect(errors).toBeUndefined();
      expect(data).toEqual({ drafts: [{ anything: [{ title: 'a draft' }] }], articles: [] });
    } finally {
      for (const { documentId } of [draft, published, telling]) await articles.delete({ documentId });
      for (const { documentId } of [note, about]) await site.strapi.documents('api::note.note').delete({ documentId });
    }
  });

  test('shows nothing of a type that its caller may not find', async () => {
    const permissions = site.strapi.db.query('plugin::users-permissions.permission');
    const taken = { action: `${recordUids.product}.find`, role: await publicRole(site) };
    await permissions.deleteMany({ where: { action: taken.action, role: { id: taken.role } } });
    try {
      expect(await notes('about { __typename } things { ...shown }')).toEqual([
        { about: null, things: [article, mugs, acme] },
        { about: null, things: [] },
        { about: null, things: [] },
      ]);
    } finally {
      await permissions.create({ data: taken });
    }
  });

  test('is read once for all entries of a response, and so are the products', async () => {
    const statements = await responseStatements(site.strapi, () => notes('things { ...shown }'));
    expect(statements.filter((sql) => /from `notes_things_mph`/.test(sql))).toHaveLength(1);
    // Another one counts the products of brands, unless that has just been done.
    const ofProducts = /`product`\.`title`.* from `commerce_bridge_products` as `product`/;
    expect(statements.filter((sql) => ofProducts.test(sql))).toHaveLength(1);
  });

  test('counts what is asked of the catalog, and nothing else', async () => {
    const often = (field: string) => ['a', 'b', 'c', 'd'].map((alias) => `${alias}: ${field}`).join(' ');
    expect((await ask(`{ notes { things { ... on Article { ${often('title')} } } } }`)).errors).toBeUndefined();
    const products = await ask(`{ notes { things { ... on CommerceProduct { ${often('name')} } } } }`);
    expect(products.errors?.[0]?.message).toMatch(/at most 3 times .* name/);
  });
});

test('what a site keeps private, or leaves out of its schema, stays out', async () => {
  const { data } = await ask('{ __type(name: "Note") { fields { name } } }');
  const { __type: type } = z
    .object({ __type: z.object({ fields: z.array(z.object({ name: z.string() })) }) })
    .parse(data);
  const names = type.fields.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['text', 'about', 'things', 'pinned']));
  expect(names.filter((name) => /kept|leftOut/i.test(name))).toEqual([]);
});
