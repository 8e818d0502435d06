import createKnex, { type Knex } from 'knex';
import { databaseServers } from '../../tests/support/databases/database-servers';
import { benchServers } from './bench-databases';

/**
 * A copy of a PostgreSQL database with this many times the products, each a copy with another id, slug, and title; kept
 * for the next time. Syncing a million products would take an hour.
 */
export async function multiplied(database: string, times: number): Promise<string> {
  const server = benchServers.find(({ id }) => id === 'postgres');
  if (!server) throw new Error('there is no PostgreSQL');
  const name = `${database}_x${times}`;
  if (await server.exists(name)) return name;
  const making = `${name}_making`;
  await server.drop(making);
  await server.copy(database, making);
  const address = new URL(databaseServers.postgres);
  address.pathname = `/${making}`;
  const knex = createKnex({ client: 'pg', connection: address.href, pool: { min: 0, max: 1 } });
  try {
    for (let copy = 1; copy < times; copy += 1) await addCopy(knex, copy);
    await knex.raw('vacuum analyze');
  } finally {
    await knex.destroy();
  }
  address.pathname = '/postgres';
  const admin = createKnex({ client: 'pg', connection: address.href, pool: { min: 0, max: 1 } });
  try {
    await admin.raw('alter database ?? rename to ??', [making, name]);
  } finally {
    await admin.destroy();
  }
  return name;
}

const products = 'commerce_bridge_products';
const links = 'commerce_bridge_products_categories_lnk';
const listed = 'commerce_bridge_listed_products';
const listings = 'commerce_bridge_category_listings';
// Above every id of the catalog.
const step = 1_000_000;

async function addCopy(knex: Knex, copy: number): Promise<void> {
  const first = knex.raw('?? < ?', ['upstream_id', step]);
  const changed: Record<string, string> = {
    upstream_id: `upstream_id + ${copy * step}`,
    document_id: `md5(document_id || '${copy}')`,
    slug: `slug || '-${copy}'`,
    slug_claim: `slug_claim || '-${copy}'`,
    title: `title || ' ${copy}'`,
    title_key: `title_key || ' ${copy}'`,
  };
  await copyRows(knex, { table: products, changed, where: first });
  await copyRows(knex, {
    table: listed,
    changed: {
      product_id: `product_id + ${copy * step}`,
      title_key: `title_key || ' ${copy}'`,
      search_text: `search_text || ' ${copy}'`,
    },
    where: knex.raw('?? < ?', ['product_id', step]),
  });
  await copyRows(knex, {
    table: listings,
    changed: { product_id: `product_id + ${copy * step}`, title_key: `title_key || ' ${copy}'` },
    where: knex.raw('?? < ?', ['product_id', step]),
  });
  await knex.raw(
    `insert into ?? (product_id, category_id, category_ord, product_ord)
     select added.id, link.category_id, link.category_ord, link.product_ord
     from ?? as link join ?? as own on own.id = link.product_id join ?? as added on added.upstream_id = own.upstream_id + ?
     where own.upstream_id < ?`,
    [links, links, products, products, copy * step, step],
  );
}

async function copyRows(
  knex: Knex,
  { table, changed, where }: { table: string; changed: Record<string, string>; where: Knex.Raw },
): Promise<void> {
  const columns = Object.keys(await knex(table).columnInfo()).filter((name) => name !== 'id');
  const values = columns.map((name) => changed[name] ?? knex.ref(name).toString());
  await knex.raw(
    `insert into ?? (${columns.map((name) => `"${name}"`).join(', ')}) select ${values.join(', ')} from ?? where ${where.toString()}`,
    [table, table],
  );
}
