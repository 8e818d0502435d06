import { expect, test } from 'vitest';
import { purgeTarget } from '../../../contracts/admin/purging';
import { seconds } from '../../../server/src/lib/durations';
import { createPurgeTarget } from '../../../server/src/purging/purge-target';
import { aChange } from '../../support/shops/changed-ids';
import { outboxSite } from '../../support/sites/outbox-site';

test('a purge of eight requests has the time that the service wants between them', async () => {
  const site = await outboxSite();
  let sent = 0;
  const target = createPurgeTarget({
    target: purgeTarget.parse({ key: 'cdn', kind: 'netlify', siteId: 'site-1' }),
    secret: { kind: 'set', value: 'a-token', lastFour: null },
    markets: { siteMarkets: { further: () => [] }, storeLocale: async () => 'en' },
    async send(_request, signal) {
      await site.clock.wait(seconds(2), signal);
      sent += 1;
    },
    untilShown: async () => undefined,
    clock: site.clock,
  });
  site.startWorker((batch, _name, signal) => target.deliver(batch, signal), target);
  await site.change(aChange({ products: Array.from({ length: 790 }, (_, index) => index + 1) }));
  for (let passed = 0; passed < 60; passed += 1) {
    await site.clock.advance(seconds(1));
    await site.idle();
  }
  expect(sent).toBe(8);
  expect(await site.queue.progress(['cdn'])).toMatchObject([{ waiting: 0, attempts: 0, error: null }]);
  await site.close();
});
