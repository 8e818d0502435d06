import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { milliseconds } from '../../server/src/lib/durations';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { mustKeepContract } from '../support/http/rest-contract';
import { finishedRun } from '../support/sites/runs';
import { ShiftedClock } from '../support/time/shifted-clock';
import { connectionTo } from '../support/shops/shop';
import { shopperClients } from '../support/http/shopper-clients';
import { walkTheShop } from '../support/http/shopper-journey';

const trustedProxySecret = 'trusted-proxy-secret-1';
const clock = new ShiftedClock();
let simulator: Simulator;
let site: BootedSite;
let url: string;

/** Every token that the store minted. */
const minted: string[] = [];
/** Everything that clients received, and everything that was logged, as text. */
const recorded: string[] = [];

beforeAll(async () => {
  simulator = await startSimulator({ products: 30, quota: 0 });
  const { tokens } = simulator.storefront;
  const mint = tokens.mint.bind(tokens);
  tokens.mint = (claims) => {
    const token = mint(claims);
    minted.push(token);
    return token;
  };
  site = await bootSite({
    environment: {
      ...connectionTo(simulator),
      COMMERCE_BRIDGE_GRAPHQL_URL: `${simulator.url}/graphql`,
      COMMERCE_BRIDGE_TRUSTED_PROXY_SECRET: trustedProxySecret,
    },
    machine: { clock },
  });
  hearLog(site);
  url = `${site.url}/api/commerce-bridge/v1/graphql`;
  await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
  expect((await finishedRun(site)).status).toBe('succeeded');
});
afterAll(async () => {
  await site.stop();
  expect(simulator.defects).toEqual([]);
  await simulator.close();
  removeSite(site);
});

// Logs at every level, regardless of the host's level.
function hearLog({ strapi }: BootedSite): void {
  for (const level of ['error', 'warn', 'info', 'http', 'verbose', 'debug', 'silly'] as const) {
    const write = strapi.log[level].bind(strapi.log);
    Object.assign(strapi.log, {
      [level]: (...given: [string]) => {
        recorded.push(JSON.stringify(given));
        return write(...given);
      },
    });
  }
}

const recordingFetch: typeof fetch = async (...given) => {
  const response = await fetch(...given);
  await mustKeepContract({ method: 'POST', path: '/graphql' }, response);
  recorded.push(JSON.stringify([...response.headers]), await response.clone().text());
  return response;
};

const ground = {
  read: async (path: string) => (await site.rest(path)).json(),
  pass: async () => clock.advance(milliseconds(1_300)),
  mail: (to: string) => {
    const mail = simulator.storefront.customers.mails.filter((each) => each.to === to).at(-1);
    if (!mail) throw new Error(`nothing was mailed to ${to}`);
    return mail;
  },
};

describe.each(Object.entries(shopperClients))('with %s', (name, openClient) => {
  test('a shopper browses, fills a cart, reaches the checkout, registers, and logs in with a new password', async () => {
    const email = `ada@${name.replace(/\W/g, '-')}.example`;
    const outcome = await walkTheShop({ ...ground, client: openClient(url, recordingFetch), email });

    expect(outcome.cartId).toMatch(/^[0-9a-f-]{36}$/);
    expect(outcome.lines).toMatchObject({
      added: { totalQuantity: 3 },
      afterRemoval: { totalQuantity: 3, physicalItems: [{ quantity: 3 }] },
    });
    expect(outcome.registered).toMatchObject({ customer: { email, firstName: 'Ada' }, errors: [] });
    expect(outcome.resetErrors).toEqual([]);
    expect([outcome.customer, outcome.stranger]).toMatchObject([{ email }, null]);
    const checkout = await fetch(outcome.checkoutUrl);
    expect([checkout.status, await checkout.text()]).toEqual([200, expect.stringContaining('Checkout')]);
  });

  test("the store's error messages arrive unchanged", async () => {
    await ground.pass();
    const client = openClient(url, recordingFetch);
    const add =
      'mutation Add($input: AddCartLineItemsInput!) { cart { addCartLineItems(input: $input) { cart { entityId } } } }';
    const input = {
      cartEntityId: '00000000-0000-4000-8000-000000000000',
      data: { lineItems: [{ productEntityId: 1, quantity: 1 }] },
    };
    await expect(client.run(add, { input })).rejects.toMatchObject({ message: 'Not Found: Cart does not exist' });
  });

  test('rejections by the store and the proxy have a code and a message', async () => {
    await ground.pass();
    const client = openClient(url, recordingFetch);
    await expect(client.run('query Wrong { site { nothing } }')).rejects.toMatchObject({
      message: "Cannot query field 'nothing' on type 'Site'.",
    });
    await expect(client.run('query Ask { __type(name: "Cart") { name } }')).resolves.toBeDefined();
    const ask = (_: unknown, number: number) => client.run(`query Name${number} { site { settings { storeName } } }`);
    const flood = await clock.standStill(() => Promise.allSettled(Array.from({ length: 60 }, ask)));
    const refused = flood.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused)
      expect(error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('20 requests per second') });
  });
});

describe('the secrets', () => {
  test('appear nowhere after all this: no response, header, log line, or database row', async () => {
    for (const [place, openClient] of Object.values(shopperClients).entries()) {
      const client = openClient(url, recordingFetch);
      await walkTheShop({ ...ground, client, email: `eve-${place}@secrets.example` });
      await ground.pass();
      await expect(client.run('query Wrong { site { nothing } }')).rejects.toThrow();
    }
    expect(minted.length).toBeGreaterThan(0);
    expect(recorded.length).toBeGreaterThan(50);
    expect(recorded.filter((text) => text.includes('storefront token minted'))).not.toEqual([]);
    const secrets = [...minted, simulator.account.accessToken, trustedProxySecret];
    for (const secret of secrets) {
      expect(recorded.filter((text) => text.includes(secret) || text.includes(encodeURIComponent(secret)))).toEqual([]);
    }

    const tables: { name: string }[] = await site.strapi.db.connection
      .select('name')
      .from('sqlite_master')
      .where({ type: 'table' });
    expect(tables.map(({ name }) => name)).toContain('commerce_bridge_state');
    for (const { name } of tables) {
      const rows = JSON.stringify(await site.strapi.db.connection.select('*').from(name));
      expect([name, secrets.filter((secret) => rows.includes(secret))]).toEqual([name, []]);
    }
    // Not in overwritten data either: the bytes of the database on disk.
    for (const file of readdirSync(site.folder).filter((each) => each.startsWith('data.db'))) {
      const bytes = readFileSync(join(site.folder, file));
      expect([file, secrets.filter((secret) => bytes.includes(secret))]).toEqual([file, []]);
    }
    const [kept] = await site.strapi.db.connection
      .select('value')
      .from('commerce_bridge_state')
      .where({ name: 'storefront.token' });
    expect(JSON.parse(String(kept?.value))).toEqual({ sealed: expect.stringMatching(/^v1\./) });
  });
});
