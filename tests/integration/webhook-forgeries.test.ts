import { Agent, request } from 'node:http';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHeaderToken, tokenHeader } from '../../server/src/webhooks/header-token';
import { createHeaderTokenStore } from '../../server/src/webhooks/header-token-store';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { systemClock } from '../../server/src/lib/clock';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import {
  deliveryBody,
  signedDelivery,
  standardDelivery,
  tokenDelivery,
  webhookSecret,
  type TestDelivery,
} from '../support/shops/deliveries';
import { Randomness } from '../support/randomness';
import { messageViolations } from '../support/http/rest-contract';
import { testSeed } from '../support/test-seed';

/*
 * Ten thousand forged, mutated, or truncated deliveries. Each is made so that it cannot be proven, or so
 * that it is proven and its content is rubbish; which of the two is known from how it was made, not from our own code.
 * Others: npm test -- integration forgeries --sequence.seed=7
 */

const count = 10_000;
const clientSecret = '0123456789abcdef'.repeat(4);
const token = createHeaderToken();

interface Attempt {
  /** How it was made. */
  name: string;
  delivery: TestDelivery;
  isProven: boolean;
}

type Maker = (random: Randomness) => Attempt;

const proofs: Record<string, (body: Buffer) => TestDelivery> = {
  signature: (body) => signedDelivery(webhookSecret, body),
  standard: (body) => standardDelivery(clientSecret, { body }),
  token: (body) => tokenDelivery(token.token, body),
};
const proofHeaders = [
  'x-platform-webhook-signature',
  'webhook-signature',
  'webhook-id',
  'webhook-timestamp',
  tokenHeader.toLowerCase(),
];

const aBody = (random: Randomness) =>
  deliveryBody({
    data: { type: 'product', id: 1 + random.below(1000) },
    scope: random.pick(['store/product/updated', 'store/sku/updated', 'store/x']),
  });
const proven = (random: Randomness) =>
  proofs[random.pick(['signature', 'standard', 'token'])]?.(aBody(random)) ?? tokenDelivery(token.token);
const signed = (random: Randomness) =>
  proofs[random.pick(['signature', 'standard'])]?.(aBody(random)) ?? tokenDelivery(token.token);
const forged = (name: string, delivery: TestDelivery): Attempt => ({ name, delivery, isProven: false });

function changedBody(body: Buffer, random: Randomness): Buffer {
  const at = random.below(body.length);
  switch (random.below(5)) {
    case 0:
      return body.subarray(0, at);
    case 1:
      return Buffer.concat([body, random.bytes(1 + random.below(50))]);
    case 2:
      return Buffer.concat([body.subarray(0, at), random.bytes(1 + random.below(5)), body.subarray(at)]);
    case 3:
      return Buffer.concat([body.subarray(0, at), body.subarray(at + 1)]);
    default: {
      const changed = Buffer.from(body);
      changed[at] = (body[at] ?? 0) ^ (1 << random.below(8));
      return changed;
    }
  }
}

/** A proof with at least one wrong bit. */
function changedProof(headers: Record<string, string>, random: Randomness): Record<string, string> {
  const name = random.pick(proofHeaders.filter((each) => each in headers));
  const value = headers[name] ?? '';
  const digits = value.replace(/^v1,/, '');
  const at = random.below(Math.max(1, digits.length - 2));
  const other = digits[at] === 'a' || digits[at] === 'A' ? 'b' : 'a';
  const prefix = value.startsWith('v1,') ? 'v1,' : '';
  const cut = random.below(3) === 0;
  return {
    ...headers,
    [name]: cut ? `${prefix}${digits.slice(0, at)}` : `${prefix}${digits.slice(0, at)}${other}${digits.slice(at + 1)}`,
  };
}

const makers: Maker[] = [
  (random) => {
    const { body, headers } = signed(random);
    return forged('a changed body', { headers, body: changedBody(body, random) });
  },
  (random) => {
    const { body, headers } = proven(random);
    return forged('a changed proof', { body, headers: changedProof(headers, random) });
  },
  (random) => {
    const { body, headers } = proven(random);
    const name = random.pick(proofHeaders.filter((each) => each in headers));
    return forged('a proof of which a part is missing', {
      body,
      headers: Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name)),
    });
  },
  (random) => forged('the proof of another body', { body: aBody(random), headers: signed(random).headers }),
  (random) => {
    const offset = (random.below(2) === 0 ? 1 : -1) * (400 + random.below(1_000_000));
    return forged(
      'a time that is too far',
      standardDelivery(clientSecret, { body: aBody(random), timestamp: Math.floor(Date.now() / 1000) + offset }),
    );
  },
  (random) => {
    const key = random.pick([
      Buffer.from(clientSecret, 'hex'),
      Buffer.from(clientSecret, 'base64'),
      Buffer.from(''),
      random.bytes(32),
      Buffer.from(webhookSecret),
    ]);
    const { body, headers } = standardDelivery(clientSecret, { body: aBody(random) });
    const digest = createHmac('sha256', key)
      .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`)
      .update(body)
      .digest('base64');
    return forged('the second scheme with another key', {
      body,
      headers: { ...headers, 'webhook-signature': `v1,${digest}` },
    });
  },
  (random) => {
    const names = proofHeaders.filter(() => random.below(2) === 0);
    const values = [
      random.text(random.below(100)),
      random.hex(64),
      random.bytes(32).toString('base64'),
      `sha256=${random.hex(64)}`,
      `v1,${random.bytes(32).toString('base64')}`,
      '',
    ];
    return forged('made-up headers', {
      body: random.bytes(random.below(2000)),
      headers: Object.fromEntries(names.map((name) => [name, random.pick(values)])),
    });
  },
  (random) => {
    const { body, headers } = proven(random);
    return forged('a wrong signature header next to another valid proof', {
      body,
      headers: { ...headers, 'x-platform-webhook-signature': random.hex(64) },
    });
  },
  (random) => {
    const rubbish = [
      random.bytes(random.below(3000)),
      changedBody(aBody(random), random),
      Buffer.from(
        random.pick([
          'null',
          '[]',
          '0',
          '""',
          '{}',
          '{"scope":null}',
          '{"scope":{"a":1}}',
          '[[[[',
          `${'['.repeat(50_000)}`,
          '{"__proto__":{"scope":"x"}}',
          '\u0000',
          '{"scope":"store/product/updated"}',
        ]),
      ),
      Buffer.from(
        JSON.stringify({
          scope: random.pick(['store/product/updated', 'store/category/deleted', random.text(80)]),
          data: random.pick([
            null,
            [],
            'x',
            { id: random.pick([-1, 0, 1.5, 1e99, '1', 'x', null, {}, []]) },
            { sku: 5 },
          ]),
        }),
      ),
    ];
    return {
      name: 'rubbish that is proven',
      delivery:
        proofs[random.pick(['signature', 'standard', 'token'])]?.(random.pick(rubbish)) ?? tokenDelivery(token.token),
      isProven: true,
    };
  },
];

describe('ten thousand forged, mutated and truncated deliveries', () => {
  let site: BootedSite;
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const uncaught: unknown[] = [];
  const onUncaught = (error: unknown) => uncaught.push(error);

  beforeAll(async () => {
    process.on('uncaughtException', onUncaught).on('unhandledRejection', onUncaught);
    site = await bootSite({
      environment: { COMMERCE_BRIDGE_CLIENT_SECRET: clientSecret, COMMERCE_BRIDGE_WEBHOOK_SECRET: webhookSecret },
    });
    await createHeaderTokenStore({
      state: createKnexStateStore(site.strapi.db.connection),
      clock: systemClock,
    }).replace(token.digest, null);
  });
  afterAll(async () => {
    process.off('uncaughtException', onUncaught).off('unhandledRejection', onUncaught);
    agent.destroy();
    await site.stop();
    removeSite(site);
  });

  function send({ body, headers }: TestDelivery): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${site.url}/api/commerce-bridge/v1/webhook`,
        { method: 'POST', agent, headers },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const violations = messageViolations({ method: 'POST', path: '/webhook' }, response, text);
            if (violations.length > 0) reject(new Error(violations.join('\n')));
            resolve({ status: response.statusCode ?? 0, text });
          });
        },
      );
      outgoing.on('error', (error) => {
        // A process that was paused for seconds closes a kept-alive connection as idle.
        if (outgoing.reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE'))
          resolve(send({ body, headers }));
        else reject(error);
      });
      outgoing.end(body);
    });
  }

  test(`never get a 200 without proof, never a stack trace, and crash nothing`, async () => {
    const random = new Randomness(testSeed);
    const wrong: string[] = [];
    const seen = new Map<string, number>();

    async function tryOne(number: number): Promise<void> {
      const { name, delivery, isProven } = random.pick(makers)(random);
      const { status, text } = await send(delivery);
      const allowed = isProven ? [200, 500] : [401];
      const isKnownText = [
        '',
        '{"error":"Webhook signature verification failed"}',
        '{"error":"Internal server error"}',
      ].includes(text);
      if (!allowed.includes(status) || !isKnownText) wrong.push(`${number} ${name}: ${status} ${text.slice(0, 200)}`);
      seen.set(`${name} ${status}`, (seen.get(`${name} ${status}`) ?? 0) + 1);
    }
    for (let sent = 0; sent < count; sent += 16)
      await Promise.all(Array.from({ length: Math.min(16, count - sent) }, (_, index) => tryOne(sent + index)));

    expect(wrong).toEqual([]);
    expect(uncaught).toEqual([]);
    expect([...seen.values()].reduce((sum, each) => sum + each, 0)).toBe(count);
    expect([...seen.keys()].sort()).toEqual(
      expect.arrayContaining([
        'a changed body 401',
        'a changed proof 401',
        'rubbish that is proven 200',
        'rubbish that is proven 500',
      ]),
    );
    expect((await site.rest('/products')).status).toBe(200);
    expect(await send(signedDelivery(webhookSecret))).toEqual({ status: 200, text: '' });
  });
});
