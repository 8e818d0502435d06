import { z } from 'zod';
import { recordUids } from '../../../server/src/content-types/record-uids';
import { type BootedSite, bootSite, type BootOptions } from './boot-site';
import { aBrand, aCategory, aProduct, catalogWriter } from '../shops/catalog-items';
import { api, component } from './story-site';

/*
 * A site whose own content is related to cached records in every possible way, some of them hidden: texts that the
 * public must not find contain "Secret".
 */

const product = { type: 'relation', relation: 'oneToOne', target: recordUids.product };
const products = { type: 'relation', relation: 'oneToMany', target: recordUids.product };

const articleSources = {
  ...api('article', {
    plural: 'articles',
    draftAndPublish: true,
    attributes: {
      title: { type: 'string' },
      main: { type: 'relation', relation: 'manyToOne', target: recordUids.product },
      related: { type: 'relation', relation: 'manyToMany', target: recordUids.product },
      categories: { type: 'relation', relation: 'manyToMany', target: recordUids.category },
      brand: { type: 'relation', relation: 'manyToOne', target: recordUids.brand },
      anything: { type: 'relation', relation: 'morphToMany' },
      look: { type: 'component', component: 'article.look' },
      looks: { type: 'component', component: 'article.look', repeatable: true },
      blocks: { type: 'dynamiczone', components: ['article.shelf', 'article.look'] },
      chosen: { type: 'customField', customField: 'plugin::commerce-bridge.product' },
      choices: { type: 'customField', customField: 'plugin::commerce-bridge.product', options: { multiple: true } },
    },
  }),
  ...component('article.look', { product, shelf: { type: 'component', component: 'article.shelf' } }),
  ...component('article.shelf', { caption: { type: 'string' }, products }),
};

const usersPermissions = { '@strapi/plugin-users-permissions': { jwtSecret: 'test-jwt-secret' } };

/**
 * Boots the site with `Users & Permissions`, whose public role can read articles; `plugins` adds further ones with
 * their configuration.
 */
export async function articleSite({ plugins, sources, ...options }: BootOptions = {}): Promise<BootedSite> {
  const site = await bootSite({
    ...options,
    sources: { ...articleSources, ...sources },
    plugins: { ...usersPermissions, ...plugins },
  });
  await fill(site);
  for (const action of ['find', 'findOne']) await grantToPublic(site, `api::article.article.${action}`);
  return site;
}

export async function publicRole(site: BootedSite): Promise<number> {
  const role = await site.strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } });
  return z.object({ id: z.int() }).parse(role).id;
}

export async function grantToPublic({ strapi, ...site }: BootedSite, action: string): Promise<void> {
  const role = await publicRole({ strapi, ...site });
  await strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role } });
}

const row = z.object({ id: z.int(), documentId: z.string() });

/** Strapi's own ids of a cached record. */
export async function recordIds(site: BootedSite, kind: keyof typeof recordUids, upstreamId: number) {
  return row.parse(await site.strapi.db.query(recordUids[kind]).findOne({ where: { upstreamId } }));
}

async function fill(site: BootedSite): Promise<void> {
  const catalog = catalogWriter(site.strapi);
  await catalog.write('category', [
    aCategory({ id: 1, title: 'Mugs' }),
    aCategory({ id: 2, title: 'Secret cellar', isVisible: false }),
    aCategory({ id: 3, title: 'Secret attic' }),
    aCategory({ id: 4, title: 'Cups', parentId: 2 }),
  ]);
  await catalog.write('brand', [aBrand({ id: 1, title: 'Acme' }), aBrand({ id: 2, title: 'Secret Inc' })]);
  await catalog.write('product', [
    aProduct({ id: 10, title: 'Apple', price: 5, categoryIds: [1, 2, 3, 4], brandId: 2, relatedIds: [12, 11] }),
    aProduct({ id: 11, title: 'Banana', price: 7, categoryIds: [1], brandId: 1 }),
    aProduct({ id: 12, title: 'Secret draft', price: 999, publicationStatus: 'draft', categoryIds: [1], brandId: 1 }),
    aProduct({ id: 13, title: 'Secret withdrawn', price: 998, categoryIds: [1], brandId: 1 }),
  ]);
  await catalog.remove('product', [13]);
  await catalog.remove('category', [3]);
  await catalog.remove('brand', [2]);
  await createArticles(site);
}

async function createArticles(site: BootedSite): Promise<void> {
  const ids = async (kind: keyof typeof recordUids, all: number[]) =>
    Promise.all(all.map(async (id) => (await recordIds(site, kind, id)).documentId));
  const create = async (title: string, numbers: number[], taxonomy: number[]) => {
    const all = await ids('product', numbers);
    const kind = numbers.length === 0 ? 'brand' : 'product';
    const morph = await Promise.all(
      (kind === 'brand' ? taxonomy : numbers).map(async (id) => (await recordIds(site, kind, id)).id),
    );
    const [first] = all;
    const shelf = { caption: title, products: all };
    const look = { product: first, shelf };
    await site.strapi.documents('api::article.article').create({
      status: 'published',
      data: {
        title,
        ...(first !== undefined && { main: first }),
        related: all,
        categories: await ids('category', taxonomy),
        brand: (await ids('brand', taxonomy.slice(0, 1)))[0],
        anything: morph.map((id) => ({ id, __type: recordUids[kind] })),
        look,
        looks: [look, { shelf: { caption: `more of ${title}`, products: all } }],
        blocks: [
          { __component: 'article.shelf', ...shelf },
          { __component: 'article.look', ...look },
        ],
        chosen: numbers[0],
        choices: numbers,
      },
    });
  };
  await create('of a draft', [12], [2]);
  await create('of all', [10, 12, 13, 11], [1, 2]);
  await create('of what is shown', [11, 10], [1]);
  await create('of nothing', [], []);
  await create('branded', [], [1]);
  await create('of a withdrawn one', [13], [2]);
}
