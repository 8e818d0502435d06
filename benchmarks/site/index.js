'use strict';

/*
 * The site that `reads-at-size.ts` measures: Strapi's defaults, the built plugin, and routes for comparing and
 * measuring. No real site has this file.
 */
const { Session } = require('node:inspector');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { factories } = require('@strapi/strapi');

const productUid = 'plugin::commerce-bridge.product';
const categoryUid = 'plugin::commerce-bridge.category';

module.exports = {
  register({ strapi }) {
    // A plugin's content types have no content API; this is the one that Strapi generates for a site's own types.
    strapi.get('services').set(productUid, factories.createCoreService(productUid));
    const contentApi = factories.createCoreController(productUid)({ strapi });
    const loop = loopWatch();
    const profile = profiler();

    const routes = {
      '/bench/static/:bytes': staticResponses(),
      '/bench/products': (ctx) => {
        // A caller with access to everything: without one, Strapi leaves relations out.
        ctx.state.auth = { strategy: { name: 'everything' }, credentials: null };
        return contentApi.find(ctx);
      },
      '/bench/facts': () => readFacts(strapi),
      '/bench/list-facts': () => readListFacts(strapi),
      ...statementRoutes(strapi),
      '/bench/loop/start': loop.start,
      '/bench/loop/stop': loop.stop,
      '/bench/profile/start': profile.start,
      '/bench/profile/stop': profile.stop,
    };
    strapi.server.routes({
      type: 'content-api',
      // Without authentication, like the plugin's own routes: the cost of permissions is not counted against Strapi.
      routes: Object.entries(routes).map(([path, handler]) => ({
        method: 'GET',
        path,
        handler,
        config: { auth: false },
      })),
    });
  },
  bootstrap() {},
};

/** That many bytes, created once: the minimum cost of a response of that size in this stack. */
function staticResponses() {
  const bodies = new Map();
  return (ctx) => {
    const { bytes } = ctx.params;
    if (!bodies.has(bytes))
      bodies.set(bytes, Buffer.from(JSON.stringify({ text: 'x'.repeat(Math.max(0, Number(bytes) - 11)) })));
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.body = bodies.get(bytes);
  };
}

/** The data from which requests are built. */
async function readFacts(strapi) {
  const { tableName: products } = strapi.db.metadata.get(productUid);
  const { tableName: categories } = strapi.db.metadata.get(categoryUid);
  const { joinTable } = strapi.db.metadata.get(productUid).attributes.categories;
  const rows = await strapi.db
    .connection(products)
    .where({ publication_status: 'publish' })
    .orderBy('upstream_id')
    .select('slug');
  const counts = await strapi.db
    .connection(`${products} as product`)
    .join(`${joinTable.name} as link`, `link.${joinTable.joinColumn.name}`, 'product.id')
    .join(`${categories} as category`, 'category.id', `link.${joinTable.inverseJoinColumn.name}`)
    .where({ 'product.publication_status': 'publish', 'category.is_visible': true })
    .groupBy('category.slug')
    .select('category.slug')
    .count({ count: '*' });
  return {
    slugs: rows.map(({ slug }) => slug),
    categories: counts.map(({ slug, count }) => ({ slug, count: Number(count) })),
  };
}

/** The data from which list filters are built; brands and categories with the most products first. */
async function readListFacts(strapi) {
  const { tableName: products } = strapi.db.metadata.get(productUid);
  const { tableName: brands } = strapi.db.metadata.get('plugin::commerce-bridge.brand');
  const published = () => strapi.db.connection(`${products} as product`).where({ publication_status: 'publish' });
  const { slugs, categories } = await readFacts(strapi);
  const counted = await published()
    .join(`${brands} as brand`, 'brand.upstream_id', 'product.brand_id')
    .groupBy('brand.slug')
    .select('brand.slug')
    .count({ count: '*' });
  const prices = await published().orderBy('calculated_price').pluck('calculated_price');
  const skus = await published().whereNot({ sku: '' }).orderBy('upstream_id').limit(100).pluck('sku');
  const byCount = (items) => [...items].sort((a, b) => Number(b.count) - Number(a.count)).map(({ slug }) => slug);
  return {
    categories: byCount(categories),
    brands: byCount(counted),
    prices: prices.filter((_, at) => at % Math.ceil(prices.length / 1000) === 0).map(Number),
    skus,
    products: slugs.length,
  };
}

/**
 * The statements sent to the database between two requests, through any connection of this process, with their plans.
 */
function statementRoutes(strapi) {
  const { connection } = strapi.db;
  const statements = new Set();
  let isNoting = false;
  // On SQLite, the plugin reads through a separate connection; the knex clients of all connections share a prototype.
  const clients = Object.getPrototypeOf(connection.client);
  const { emit } = clients;
  clients.emit = function (name, ...values) {
    // Statements of a transaction are emitted by several clients.
    if (isNoting && name === 'query') statements.add(values[0]);
    return emit.call(this, name, ...values);
  };
  const planOf = async ({ sql, bindings }) => {
    const client = String(connection.client.config.client);
    const explain = client.includes('sqlite') ? 'explain query plan' : 'explain';
    const found = await connection.raw(`${explain} ${sql.replaceAll(/\$\d+/g, '?')}`, bindings);
    const rows = found.rows ?? (client.startsWith('mysql') ? found[0] : found);
    return rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? JSON.stringify(row));
  };
  return {
    '/bench/statements/start': () => {
      statements.clear();
      isNoting = true;
      return { started: true };
    },
    '/bench/statements/stop': async () => {
      isNoting = false;
      const sent = [...statements].filter(({ sql }) => /^\s*(select|with)\b/i.test(sql));
      return Promise.all(sent.map(async ({ sql, bindings }) => ({ sql, plan: await planOf({ sql, bindings }) })));
    },
  };
}

/** How long the event loop was blocked, in milliseconds, beyond the millisecond between two measurements. */
function loopWatch() {
  let histogram = null;
  return {
    start() {
      histogram = monitorEventLoopDelay({ resolution: 1 });
      histogram.enable();
      return { started: true };
    },
    stop() {
      histogram.disable();
      return { max: histogram.max / 1e6, p99: histogram.percentile(99) / 1e6 };
    },
  };
}

function profiler() {
  const session = new Session();
  session.connect();
  const post = (method) =>
    new Promise((resolve, reject) => {
      session.post(method, (error, result) => (error ? reject(error) : resolve(result)));
    });
  return {
    async start() {
      await post('Profiler.enable');
      await post('Profiler.start');
      return { started: true };
    },
    stop: () => post('Profiler.stop'),
  };
}
