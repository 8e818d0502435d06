import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noticeResponse } from '../../contracts/admin/notice';
import {
  deliver,
  deliveryBody,
  signedDelivery,
  standardDelivery,
  tokenDelivery,
  webhookSecret,
} from '../support/shops/deliveries';
import { clientSecret, giveToken, token } from '../support/shops/receiver-responses';
import { openShop, type Shop } from '../support/shops/shop';

const upToDate = { kind: 'up_to_date', codes: [], hasNotice: false };

describe('a trouble with deliveries', () => {
  let shop: Shop;
  const call = (method: string, path: string, body?: unknown) =>
    shop.site.admin(method, `/commerce-bridge${path}`, body);
  const shown = async () => {
    const { notice, status } = noticeResponse.parse((await call('GET', '/notice')).body);
    return { kind: status.kind, codes: status.reasons.map(({ code }) => code), hasNotice: notice !== null };
  };
  beforeAll(async () => {
    shop = await openShop({
      simulator: { products: 3 },
      site: { environment: { COMMERCE_BRIDGE_WEBHOOK_SECRET: webhookSecret } },
    });
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await call('PUT', '/settings', { clientSecret: null });
    await call('POST', '/health/check');
    await shop.synchronize();
    expect(await shown()).toEqual(upToDate);
  });

  test.each([
    ['no id', deliveryBody({ data: { type: 'product' } }), { kind: 'behind', codes: ['deliveries_unusable'] }],
    ['no JSON', Buffer.from('not JSON'), { kind: 'failing', codes: ['deliveries_failed'] }],
  ])('with a valid signature and %s ends with the next full sync', async (_what, body, trouble) => {
    await deliver(shop.site, signedDelivery(webhookSecret, body));
    expect(await shown()).toEqual({ ...trouble, hasNotice: true });
    await shop.synchronize();
    expect(await shown()).toEqual(upToDate);
    await call('POST', '/health/check');
    expect(await shown()).toEqual(upToDate);
  });

  test('that a check does not undo stays until then', async () => {
    await deliver(shop.site, signedDelivery(webhookSecret, deliveryBody({ data: { type: 'product' } })));
    for (let checks = 0; checks < 3; checks += 1) await call('POST', '/health/check');
    expect(await shown()).toMatchObject({ kind: 'behind', codes: ['deliveries_unusable'] });
  });

  test('that a wrong client secret caused ends when the right one is saved', async () => {
    await giveToken(shop.site);
    await call('PUT', '/settings', { clientSecret: 'a'.repeat(64) });
    const wrong = standardDelivery(clientSecret);
    await deliver(shop.site, {
      body: wrong.body,
      headers: { ...wrong.headers, ...tokenDelivery(token.token).headers },
    });
    expect(await shown()).toEqual({ kind: 'failing', codes: ['deliveries_mismatch'], hasNotice: true });
    await call('PUT', '/settings', { clientSecret });
    expect(await shown()).toEqual(upToDate);
  });
});
