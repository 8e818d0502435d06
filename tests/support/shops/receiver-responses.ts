import { createHeaderToken } from '../../../server/src/webhooks/header-token';
import { createHeaderTokenStore } from '../../../server/src/webhooks/header-token-store';
import { createKnexStateStore } from '../../../server/src/database/knex-state-store';
import { systemClock } from '../../../server/src/lib/clock';
import type { BootedSite } from '../sites/boot-site';
import { deliver, deliveryBody, type TestDelivery } from './deliveries';

export const clientSecret = '0123456789abcdef'.repeat(4);
export const token = createHeaderToken();

/** Makes the site accept the token, like another instance would. */
export async function giveToken(site: BootedSite): Promise<void> {
  const tokens = createHeaderTokenStore({ state: createKnexStateStore(site.strapi.db.connection), clock: systemClock });
  await tokens.replace(token.digest, await tokens.current());
}

/** A site's response to a delivery. */
export async function responseTo(site: BootedSite, delivery: TestDelivery): Promise<{ status: number; text: string }> {
  const response = await deliver(site, delivery);
  return { status: response.status, text: await response.text() };
}

export const accepted = { status: 200, text: '' };
export const unproven = { status: 401, text: '{"error":"Webhook signature verification failed"}' };
export const failed = { status: 500, text: '{"error":"Internal server error"}' };

/** The delivery with another body and the same headers. */
export const tampered = (delivery: TestDelivery): TestDelivery => ({
  ...delivery,
  body: deliveryBody({ data: { type: 'product', id: 78 } }),
});
