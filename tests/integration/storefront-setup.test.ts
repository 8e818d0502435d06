import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpLink } from '@apollo/client/core';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { graphqlErrorBody } from '../../contracts/rest/graphql';
import { healthRecord } from '../../contracts/admin/health';
import { connectionTest } from '../../contracts/admin/settings';
import { minutes } from '../../server/src/lib/durations';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { bootSite, type BootedSite, type BootOptions, removeSite } from '../support/sites/boot-site';
import { errorOf } from '../support/http/client-bench';
import { mustKeepContract } from '../support/http/rest-contract';
import { ShiftedClock } from '../support/time/shifted-clock';
import { connectionTo } from '../support/shops/shop';
import { apolloWith, runWithApollo } from '../support/http/shopper-clients';

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

async function aSite({ environment = {}, ...options }: BootOptions = {}): Promise<BootedSite> {
  const site = await bootSite({
    ...options,
    environment: { ...connectionTo(simulator), COMMERCE_BRIDGE_GRAPHQL_URL: simulator.url, ...environment },
  });
  sites.push(site);
  return site;
}

const nameQuery = 'query Name { site { settings { storeName } } }';
const post = (site: BootedSite, body: unknown) =>
  site.rest('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const mints = () => simulator.requests.all(({ path }) => path.endsWith('/api-token-private'));

describe('a site that changes the route of the proxy', () => {
  /** An extension that replaces our routes. */
  const extension = (change: string) => `module.exports = (plugin) => {
    const { contentApi } = plugin.routes;
    const change = (route) => (route.path === '/v1/graphql' ? ${change} : [route]);
    return { ...plugin, routes: { ...plugin.routes, contentApi: { ...contentApi, routes: contentApi.routes.flatMap(change) } } };
  };\n`;

  test.each([
    ['taken away', '[]'],
    ['given another handler', '[{ ...route, handler: (ctx) => { ctx.status = 403; } }]'],
    ['given a policy', '[{ ...route, config: { auth: false, policies: ["global::nobody"] } }]'],
  ])('sends nothing to the store if it is %s', async (_, change) => {
    const site = await aSite({
      sources: {
        'src/policies/nobody.js': 'module.exports = () => false;\n',
        'src/extensions/commerce-bridge/strapi-server.js': extension(change),
      },
    });
    expect((await post(site, { query: nameQuery })).ok).toBe(false);
    expect(simulator.requests.all(({ path }) => path === '/graphql')).toEqual([]);
  });
});

describe('a site without the scope for storefront tokens', () => {
  test('reports it in Health and in the connection test, and recovers when it has it', async () => {
    const clock = new ShiftedClock();
    const site = await aSite({ machine: { clock } });
    simulator.account.scopes.delete('store_storefront_api');
    const scopes = async () => {
      const result = connectionTest.parse(
        (await site.admin('POST', '/commerce-bridge/settings/test-connection', {})).body,
      );
      return result.kind === 'connected'
        ? result.scopes.filter(({ granted }) => !granted).map(({ scope, required }) => [scope, required])
        : result;
    };
    const storefrontErrors = async () =>
      healthRecord
        .parse((await site.admin('POST', '/commerce-bridge/health/check')).body)
        .errors.filter((error) => error.includes('GraphQL'));

    expect(await scopes()).toEqual([['store_storefront_api', false]]);
    expect(await storefrontErrors()).toEqual([]);

    const response = await post(site, { query: nameQuery });
    expect([response.status, graphqlErrorBody.parse(await response.json()).code]).toEqual([
      502,
      'upstream_unavailable',
    ]);
    expect(await storefrontErrors()).toEqual([
      expect.stringMatching(
        /^The access token is missing the OAuth scope store_storefront_api, which the GraphQL proxy needs to get a storefront token\./,
      ),
    ]);

    simulator.account.scopes.add('store_storefront_api');
    clock.advance(minutes(1));
    expect((await post(site, { query: nameQuery })).status).toBe(200);
    expect([await scopes(), await storefrontErrors()]).toEqual([[], []]);
  });
});

describe('the storefront token', () => {
  test('survives a restart of the site', async () => {
    const first = await aSite();
    await post(first, { query: nameQuery });
    await first.stop();
    const second = await bootSite({ folder: first.folder });
    sites = [second];
    expect((await post(second, { query: nameQuery })).status).toBe(200);
    expect(mints()).toHaveLength(1);
  });

  test('is in memory only when the host has no key', async () => {
    const site = await aSite({ encryptionKey: false });
    expect((await post(site, { query: nameQuery })).status).toBe(200);
    expect((await post(site, { query: nameQuery })).status).toBe(200);
    expect(mints()).toHaveLength(1);
    expect(
      await site.strapi.db.connection.select('name').from('commerce_bridge_state').where({ name: 'storefront.token' }),
    ).toEqual([]);
  });
});

describe('settings of the proxy', () => {
  const folder = 'documents';
  const sources = { 'documents/name.graphql': nameQuery };

  test('take effect when they are changed in the admin', async () => {
    const site = await aSite({ sources });
    const introspection = { query: '{ __schema { queryType { name } } }' };
    const change = async (settings: unknown) =>
      expect((await site.admin('PUT', '/commerce-bridge/settings', settings)).status).toBe(200);
    expect((await post(site, introspection)).status).toBe(200);
    await change({ graphqlIntrospection: false });
    expect(graphqlErrorBody.parse(await (await post(site, introspection)).json()).message).toBe(
      'Introspection is switched off here.',
    );

    await change({ graphqlSafelist: folder });
    expect((await post(site, { query: nameQuery })).status).toBe(200);
    expect(
      graphqlErrorBody.parse(await (await post(site, { query: '{ site { settings { storeHash } } }' })).json()).code,
    ).toBe('invalid_graphql_request');

    await change({ graphqlSafelist: join(site.folder, folder) });
    expect((await post(site, { query: nameQuery })).status).toBe(200);
  });

  test('refuse a safelist that cannot be used, and say why', async () => {
    const site = await aSite({ sources });
    const refused: [string, RegExp][] = [
      [join(folder, 'missing'), /"documents\/missing".*cannot be read: .*ENOENT/],
      [tmpdir(), /is not below the site's folder/],
      ['.', /is not below the site's folder/],
      ['..', /is not below the site's folder/],
    ];
    for (const [unusable, reason] of refused) {
      const { status, body } = await site.admin('PUT', '/commerce-bridge/settings', { graphqlSafelist: unusable });
      expect([status, JSON.stringify(body).replaceAll('\\"', '"')]).toEqual([400, expect.stringMatching(reason)]);
    }
    expect((await post(site, { query: nameQuery })).status).toBe(200);
  });

  test('that name a safelist which has become unreadable show in the status at once', async () => {
    const site = await aSite({ sources });
    const change = (settings: unknown) => site.admin('PUT', '/commerce-bridge/settings', settings);
    expect((await change({ graphqlSafelist: folder })).status).toBe(200);
    await site.strapi.db
      .connection('commerce_bridge_settings')
      .where({ name: 'graphqlSafelist' })
      .update({ value: JSON.stringify('documents/gone') });
    const { body } = await site.admin('GET', '/commerce-bridge/overview');
    expect(JSON.stringify(body)).toContain('"safelist_unreadable"');
    const response = await post(site, { query: nameQuery });
    expect([response.status, graphqlErrorBody.parse(await response.json()).code]).toEqual([500, 'internal_error']);
    expect((await change({ graphqlSafelist: 'documents/gone', graphqlIntrospection: false })).status).toBe(200);
  });

  test('let Apollo’s persisted queries refer to a document of the safelist', async () => {
    const site = await aSite({ sources, environment: { COMMERCE_BRIDGE_GRAPHQL_SAFELIST: folder } });
    const sent: { query?: string }[] = [];
    const fetcher: typeof fetch = async (url, init) => {
      sent.push(JSON.parse(String(init?.body)));
      const response = await fetch(url, init);
      await mustKeepContract({ method: 'POST', path: '/graphql' }, response);
      return response;
    };
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const client = () =>
      apolloWith(
        new PersistedQueryLink({ sha256 }),
        new HttpLink({ uri: `${site.url}/api/commerce-bridge/v1/graphql`, fetch: fetcher }),
      );
    expect(await runWithApollo(client(), { document: nameQuery })).toMatchObject({
      site: { settings: { storeName: 'Demo Store' } },
    });
    expect(sent.map(({ query }) => query)).toEqual([undefined]);

    const unknown = runWithApollo(client(), { document: 'query Other { site { settings { storeHash } } }' });
    expect(await errorOf(unknown)).toMatchObject({
      message: 'PersistedQueryNotFound',
      code: 'invalid_graphql_request',
    });
  });

  test('require a safelist for persisted queries', async () => {
    const response = await post(await aSite(), {
      extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } },
    });
    expect([response.status, graphqlErrorBody.parse(await response.json()).message]).toEqual([
      400,
      'PersistedQueryNotSupported',
    ]);
  });

  test('that are invalid stop the boot with the name of the variable', async () => {
    const missing = join(folder, 'missing');
    await expect(aSite({ environment: { COMMERCE_BRIDGE_GRAPHQL_SAFELIST: missing } })).rejects.toThrow(
      `COMMERCE_BRIDGE_GRAPHQL_SAFELIST is ${JSON.stringify(missing)}; allowed is a folder of .graphql documents`,
    );
    await expect(aSite({ environment: { COMMERCE_BRIDGE_GRAPHQL_CLIENT_LIMIT: '21' } })).rejects.toThrow(
      'COMMERCE_BRIDGE_GRAPHQL_CLIENT_LIMIT',
    );
  });
});
