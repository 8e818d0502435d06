import { writeFileSync } from 'node:fs';
import { openShop, type Shop } from '../../tests/support/shops/shop';

/*
 * Fills a database like that of a site after some weeks, for `write-upgrade-dump.ts`. It is copied into a checkout
 * of an earlier commit and runs there: its imports are that commit's.
 */
const [connection = '', responsesFile = ''] = process.argv.slice(2);

/** Far enough ahead that no worker claims it while the dump is created or tested. */
const farAway = Date.UTC(2100, 0, 1);

void main();

async function main(): Promise<void> {
  const database: Record<string, unknown> = JSON.parse(connection);
  const shop = await openShop({
    simulator: { products: 6, publicUrl: 'https://store.example.com' },
    site: { database },
  });
  await live(shop);
  writeFileSync(responsesFile, `${JSON.stringify(await responsesOf(shop), null, 1)}\n`);
  const { strapi } = shop.site;
  await forgetTheHost(strapi.db.connection);
  await shop.close();
  process.exit(0);
}

/** Causes one of every action that leaves a row. */
async function live({ site, simulator, synchronize }: Shop): Promise<void> {
  const settings = {
    clientSecret: 'entered-client-secret',
    productPageAddress: 'https://shop.example.com/p/{slug}',
    publicUrl: 'https://cms.example.com',
  };
  const { status } = await site.admin('PUT', '/commerce-bridge/settings', settings);
  if (status !== 200) throw new Error(`the settings request returned ${status}`);
  await site.admin('POST', '/commerce-bridge/webhooks/secret');
  await synchronize();

  const { products, categories } = simulator.store;
  const [moved = 0, gone = 0, lost = 0, broken = 0] = products.ids();
  products.update(moved, { custom_url: { url: '/moved-here/', is_customized: true } });
  products.delete(gone);
  const elsewhere = categories.all().find(({ tree_id: tree }) => tree === 2);
  products.move(lost, [elsewhere?.id ?? 0, ...(products.get(lost)?.fields.categories ?? [])]);
  await synchronize();
  const price = products.get(broken)?.fields.price;
  products.update(broken, { price: 1e30 });
  await synchronize();
  products.update(broken, { price });

  // Unsigned: it only leaves a record of its rejection.
  await fetch(`${site.url}/api/commerce-bridge/v1/webhook`, {
    method: 'POST',
    body: '{}',
    headers: { 'x-platform-webhook-signature': 'ab' },
  });
  const now = Date.now();
  const base = {
    scope: 'store/product/updated',
    entity: 'product',
    deliveries: 1,
    received_at: now,
    last_received_at: now,
  };
  const event = (id: number, rest: Record<string, unknown>) => ({
    ...base,
    entity_id: id,
    entity_key: `product:${id}`,
    ...rest,
  });
  const database = site.strapi.db.connection;
  await database('commerce_bridge_events').insert(event(moved, { status: 'complete', claims: 1, finished_at: now }));
  await database('commerce_bridge_events').insert(
    event(gone, { status: 'dropped', claims: 6, finished_at: now, last_error: 'Maximum execution time exceeded' }),
  );
  await database('commerce_bridge_events').insert(
    event(lost, {
      status: 'failed',
      claims: 2,
      due_at: farAway,
      last_error: 'upstream responded with 500',
      waiting_key: `product:${lost}`,
    }),
  );
  await database('commerce_bridge_event_keys').insert({ delivery_key: 'seen-before', received_at: now });
  await database('commerce_bridge_leases')
    .insert({ name: 'somebody', holder: 'gone', expires_at: now })
    .onConflict('name')
    .ignore();
}

async function responsesOf({ read }: Shop): Promise<Record<string, unknown>> {
  const listed: unknown = await read('/products?per_page=100');
  const { products } = Object(listed);
  const slugs: string[] = products.map(({ slug }: { slug: string }) => slug);
  const paths = [
    '/products?per_page=100',
    '/brands',
    '/collections',
    ...slugs.map((slug) => `/products/${encodeURIComponent(slug)}`),
  ];
  const responses: Record<string, unknown> = {};
  for (const path of paths) responses[path] = await read(path);
  return responses;
}

/** Removes Strapi's rows that are not about the plugin. */
async function forgetTheHost(database: Shop['site']['strapi']['db']['connection']): Promise<void> {
  await database('admin_users').delete();
  await database('strapi_core_store_settings').whereNot('key', 'like', '%commerce-bridge%').delete();
  const [stored] = await database('strapi_database_schema').select('id', 'schema');
  const schema = typeof stored.schema === 'string' ? JSON.parse(stored.schema) : stored.schema;
  const tables = schema.tables.filter(({ name }: { name: string }) => name.startsWith('commerce_bridge'));
  await database('strapi_database_schema')
    .where({ id: stored.id })
    .update({ schema: JSON.stringify({ ...schema, tables }), hash: 'earlier' });
}
