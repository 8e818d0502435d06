import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { adminRoutes } from '../../server/src/routes/admin';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { type BootedSite, bootSite, removeSite } from '../support/sites/boot-site';
import { catalogWriter } from '../support/shops/catalog-items';
import { oddBodies, oddParts, type OddRequest, sendOddly } from '../support/http/odd-requests';
import { whenAvailable } from '../support/requirements';
import { fillShop } from '../support/shops/rest-shop';
import { connectionTo } from '../support/shops/shop';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

const base = '/api/commerce-bridge/v1';
const records = '/api/commerce-bridge';
const login = { email: 'admin@example.com', password: 'Correct-horse-1' };
const session = z.object({ data: z.object({ token: z.string() }) });

// Accepts a body that the host parses, within our namespace and next to our routes.
const siteRoute = `module.exports = { routes: [
  { method: 'POST', path: '/commerce-bridge/v1/reviews', handler: 'review.echo', config: { auth: false } },
  { method: 'POST', path: '/commerce-bridge/notes', handler: 'review.echo', config: { auth: false } },
] };`;
const siteController = `module.exports = { echo: (ctx) => { ctx.body = ctx.request.body; } };`;

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a site on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let simulator: Simulator;
    let site: BootedSite;
    let authorization: string;

    beforeAll(async () => {
      database = await kind.create(at);
      simulator = await startSimulator({ products: 1, quota: 0 });
      site = await bootSite({
        ...(database.connection && { database: database.connection }),
        environment: { ...connectionTo(simulator), COMMERCE_BRIDGE_GRAPHQL_URL: simulator.url },
        sources: {
          'src/api/review/routes/review.js': siteRoute,
          'src/api/review/controllers/review.js': siteController,
        },
      });
      await fillShop(catalogWriter(site.strapi));
      await site.admin('GET', '/commerce-bridge/settings');
      const body = JSON.stringify(login);
      const response = await sendOddly(site.url, {
        method: 'POST',
        path: '/admin/login',
        headers: { 'content-type': 'application/json' },
        body,
      });
      authorization = `Bearer ${session.parse(JSON.parse(response.body)).data.token}`;
    });
    afterAll(async () => {
      await site.stop();
      await simulator.close();
      await database.drop();
      removeSite(site);
    });

    const send = (odd: OddRequest) => sendOddly(site.url, odd);
    const asAdministrator = (odd: OddRequest) => send({ ...odd, headers: { ...odd.headers, authorization } });
    const publicResponse = async (odd: OddRequest) => {
      const { status, body } = await send(odd);
      return `${status} ${z.object({ code: z.string() }).parse(JSON.parse(body)).code}`;
    };

    describe.each(Object.entries(oddBodies))('%s', (_, odd) => {
      test.each([
        ['POST', '/products', '405 method_not_allowed'],
        ['PUT', '/products/full', '405 method_not_allowed'],
        ['PATCH', '/graphql', '405 method_not_allowed'],
        ['PATCH', '/webhook', '405 method_not_allowed'],
        ['PUT', '/nowhere', '404 route_not_found'],
        ['POST', '', '405 method_not_allowed'],
      ])('sent by %s to %s is %s, as it would be without a body', async (method, path, outcome) => {
        expect(await publicResponse({ method, path: `${base}${path}`, ...odd })).toBe(outcome);
      });

      test.each([
        ['POST', '/products'],
        ['PUT', '/products/any'],
        ['DELETE', '/categories'],
        ['PATCH', '/brands/any'],
        ['POST', ''],
        ['PUT', '/nowhere'],
      ])('sent by %s to cached records in Strapi’s form, at %s, is a 405 as Strapi words it', async (method, path) => {
        const { status, body } = await send({ method, path: `${records}${path}`, ...odd });
        expect([status, body]).toEqual([405, 'Method Not Allowed']);
      });

      test('sent to a route that the site adds next to them is the caller’s error', async () => {
        const { status, body } = await send({ method: 'POST', path: `${records}/notes`, ...odd });
        if (status !== 200) expect(JSON.parse(body)).toMatchObject({ data: null, error: { status } });
        expect(status).toBeLessThan(500);
      });

      test('with a read does not change its response', async () => {
        const plain = await send({ method: 'GET', path: `${base}/products` });
        expect(plain.status).toBe(200);
        expect((await send({ method: 'GET', path: `${base}/products`, ...odd })).body).toBe(plain.body);
      });

      test('is the caller’s error where a body is accepted', async () => {
        expect(await publicResponse({ method: 'POST', path: `${base}/graphql`, ...odd })).toMatch(
          /^(400 invalid_json|415 unsupported_media_type|413 payload_too_large)$/,
        );
        expect((await send({ method: 'POST', path: `${base}/webhook`, ...odd })).status).toBeLessThan(500);
        for (const [method, path] of [
          ['PUT', '/settings'],
          ['POST', '/sync/cancel'],
          ['POST', '/nowhere'],
          ['PATCH', '/health'],
        ] as const) {
          const { status } = await asAdministrator({ method, path: `/commerce-bridge${path}`, ...odd });
          expect([method, path, status < 500]).toEqual([method, path, true]);
        }
      });
    });

    test.each([
      ['POST', '/products', 405],
      ['PUT', '/nowhere', 404],
      ['GET', '/products', 200],
      ['HEAD', '/products/full', 200],
      ['OPTIONS', '/products', 204],
      ['DELETE', '/webhook', 405],
      ['PROPFIND', '/products', 405],
      ['PURGE', '/graphql', 405],
      ['SEARCH', '/nowhere', 404],
    ])('%s %s gets its response before an announced body has arrived', async (method, path, status) => {
      const headers = { 'content-type': 'application/json' };
      expect((await send({ method, path: `${base}${path}`, headers, body: null })).status).toBe(status);
    });

    test.each([
      ['POST', '/products', 405],
      ['DELETE', '/brands/any', 405],
      ['PUT', '/nowhere', 405],
    ])('%s %s of cached records in Strapi’s form gets its response before an announced body', async (...given) => {
      const [method, path, status] = given;
      const headers = { 'content-type': 'application/json' };
      expect((await send({ method, path: `${records}${path}`, headers, body: null })).status).toBe(status);
    });

    test('a form sent to the GraphQL proxy is rejected before it is read', async () => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      expect(await publicResponse({ method: 'POST', path: `${base}/graphql`, headers, body: null })).toBe(
        '415 unsupported_media_type',
      );
    });

    test('a route that the site itself adds below our namespace receives its body', async () => {
      const body = JSON.stringify({ stars: 5 });
      const response = await send({
        method: 'POST',
        path: `${base}/reviews`,
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([response.status, response.body]).toEqual([200, body]);
    });

    test.each(oddParts.map((part) => [part.slice(0, 20), part]))(
      'a URL with %s in it never causes a server error',
      async (_, part) => {
        const paths = ['/X', '/products/X', '/products/X/related', '/brands/X', '/collections/X', '/products?X=1'];
        const parameters = [
          'search',
          'category',
          'brand',
          'sku',
          'ids',
          'page',
          'per_page',
          'min_price',
          'include',
          'orderby',
          'in_stock',
        ];
        for (const path of [
          ...paths,
          ...parameters.map((name) => `/products?${name}=X`),
          '/brands?page=X',
          '/collections?page=X',
        ]) {
          const { status } = await send({ method: 'GET', path: `${base}${path.replace('X', part)}` });
          expect([path, status < 500]).toEqual([path, true]);
        }
        const adminParameters = [
          '/products?search=X',
          '/events?search=X',
          '/events?entity_id=X',
          '/categories?search=X',
          '/brands?search=X',
          '/sync/runs?page=X',
          '/overview/history?days=X',
        ];
        const placed = adminRoutes.routes
          .filter(({ path }) => path.includes(':'))
          .map(({ method, path }) => ({
            method,
            path: path.replace(/:\w+$|:\w+(?=\/[a-z])/, 'X').replace(/:\w+/, 'product'),
          }));
        for (const { method, path } of [
          ...placed,
          ...adminParameters.map((each) => ({ method: 'GET', path: each })),
          { method: 'GET', path: '/X' },
          { method: 'POST', path: '/X' },
        ]) {
          const { status } = await asAdministrator({ method, path: `/commerce-bridge${path.replace('X', part)}` });
          expect([method, path, status < 500]).toEqual([method, path, true]);
        }
      },
    );
  });
}
