import { createHmac } from 'node:crypto';
import { noPause, type PurgeDriver } from './purge-driver';

/**
 * Any other receiver: a POST signed according to Standard Webhooks (https://www.standardwebhooks.com). `webhook-id` is
 * the same when the same changes are sent again.
 */
export const webhook: PurgeDriver<'webhook'> = {
  keysPerRequest: 1000,
  pause: noPause,
  request: ({ url }, { keys, secret, id, now }) => {
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const body = JSON.stringify({ type: 'catalog.changed', timestamp: now.toISOString(), data: { keys } });
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return {
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
    };
  },
};
