import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRouterWatch } from '../../server/src/routes/own-routing';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { articleSite } from '../support/sites/article-site';
import { type BootedSite, bootSite, removeSite } from '../support/sites/boot-site';
import { connectionTo } from '../support/shops/shop';
import { eventually } from '../support/time/eventually';

let simulator: Simulator;
let sites: BootedSite[] = [];
beforeEach(async () => {
  simulator = await startSimulator({ products: 3, quota: 0 });
});
afterEach(async () => {
  for (const site of sites) await site.stop();
  sites.forEach(removeSite);
  sites = [];
  await simulator.close();
});

/** Installs a guard in the router, which lets only those through who know the word. */
const siteWith = (installed: string, stage = 'register') => `module.exports = {
  ${stage}({ strapi }) {
    const guard = (ctx, next) => {
      if (ctx.get('x-word') === 'friend') return next();
      ctx.status = 403;
    };
    ${installed};
  },
};\n`;

const guards: [string, string, string?][] = [
  ['of the whole API', "strapi.server.router.use('/api/commerce-bridge', guard)"],
  ['of products and the proxy', "strapi.server.router.use(['/api/:any/v1/products', '/api/:any/v1/graphql'], guard)"],
  ['of all methods', "strapi.server.router.all('/api/commerce-bridge/(.*)', guard)"],
  ['of the content API', "strapi.server.api('content-api').use(guard)"],
  ['from bootstrap', "strapi.server.router.use('/api', guard)", 'bootstrap'],
];

describe('a guard that a site puts into the router', () => {
  test.each(guards)('also guards cached responses and GraphQL: one %s', async (_, installed, stage = 'register') => {
    const site = await bootSite({
      environment: { ...connectionTo(simulator), COMMERCE_BRIDGE_GRAPHQL_URL: simulator.url },
      sources: { 'src/index.js': siteWith(installed, stage) },
    });
    sites.push(site);
    const ask = (path: string, init: RequestInit = {}) => fetch(`${site.url}/api/commerce-bridge/v1${path}`, init);
    const headers = { 'x-word': 'friend' };
    await eventually(async () => (await ask('/products', { headers })).headers.get('x-cache') === 'HIT');
    expect((await ask('/products')).status).toBe(403);

    const query = { method: 'POST', body: JSON.stringify({ query: 'query Name { site { settings { storeName } } }' }) };
    const json = { 'content-type': 'application/json' };
    expect((await ask('/graphql', { ...query, headers: json })).status).toBe(403);
    expect(simulator.requests.all(({ path }) => path === '/graphql')).toEqual([]);
    expect((await ask('/graphql', { ...query, headers: { ...json, ...headers } })).status).toBe(200);
  });

  test('of other addresses leaves ours to the cache, as the plugins of Strapi do', async () => {
    const site = await articleSite({
      plugins: { '@strapi/plugin-graphql': { landingPage: false } },
      sources: { 'src/index.js': siteWith("strapi.server.router.use('/api/articles', guard)") },
    });
    sites.push(site);
    const isLeftToRouter = createRouterWatch(site.strapi);
    expect(['/api/articles', '/content-manager/collection-types/x'].map(isLeftToRouter)).toEqual([true, true]);
    const own = ['/products', '/products/a-slug', '/graphql'].map((path) => `/api/commerce-bridge/v1${path}`);
    expect(own.map(isLeftToRouter)).toEqual([false, false, false]);
  });
});
