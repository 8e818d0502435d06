import { z } from 'zod';
import type { Simulator } from '../../simulator/src/server';
import { ReceivingServer } from '../../tests/support/http/receiving-server';
import { addSecondInstance } from '../../tests/support/sites/second-instance';
import type { AdminWindow } from './admin-browser';
import type { Administrator } from './administrator';

/** Takes a screenshot with this height in pixels. */
export type Photograph = (name: string, height: number) => Promise<void>;

/** One cache accepts every purge, another one is down. */
export async function photographPurging(
  { page, open }: AdminWindow,
  { administrator, photograph }: { administrator: Administrator; photograph: Photograph },
): Promise<void> {
  const [frontend, cache] = [await ReceivingServer.start(), await ReceivingServer.start()];
  cache.response = () => 503;
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  await administrator.request('PUT', '/commerce-bridge/settings', {
    purgeTargets: [
      { key: 'frontend', kind: 'webhook', url: frontend.url, secret },
      { key: 'edge-cache', kind: 'varnish', url: cache.url },
    ],
  });
  await administrator.request('POST', '/commerce-bridge/cache/purge');
  await open('/settings/commerce-bridge/purging');
  await page.getByText('responded with 503').first().waitFor();
  await page.getByText('Nothing waiting').waitFor();
  await photograph('purging', 720);
  await administrator.request('PUT', '/commerce-bridge/settings', { purgeTargets: [] });
  await frontend.close();
  await cache.close();
}

/** The overview's card of instances, as a site of two instances on PostgreSQL, MySQL, or MariaDB shows it. */
export async function photographInstances({ page, open }: AdminWindow, photograph: Photograph): Promise<void> {
  await addSecondInstance(page, { holds: ['events', 'schedule'] });
  await open('/plugins/commerce-bridge');
  const card = page.getByRole('region', { name: 'Instances' });
  await card.waitFor();
  await page.getByRole('button', { name: 'Dismiss notice' }).click();
  await page.setViewportSize({ width: 1280, height: 560 });
  await card.scrollIntoViewIfNeeded();
  await photograph('instances', 560);
  await page.unrouteAll();
}

const document = z.looseObject({ documentId: z.string() });

/** The Content Manager: a story of the site's own with selected products, and a cached product. */
export async function photographContent(
  { page, open }: AdminWindow,
  {
    administrator,
    simulator,
    photograph,
  }: { administrator: Administrator; simulator: Simulator; photograph: Photograph },
): Promise<void> {
  const [hero = 0, ...others] = simulator.store.products.ids().slice(20, 24);
  const content = '/content-manager/collection-types';
  const story = {
    title: 'Breakfast outdoors',
    text: 'What to pack for a morning on the hill.',
    hero,
    products: [...others, 999_999],
  };
  const created = await administrator.request('POST', `${content}/api::story.story`, story);
  const { documentId } = z.object({ data: document }).parse(created.body).data;
  await open(`${content}/api::story.story/${documentId}`);
  await page.getByText('Not in this site’s catalog').waitFor();
  await page.getByRole('button', { name: 'Dismiss notice' }).click();
  await page.waitForLoadState('networkidle');
  await photograph('custom-field', 840);

  const found = await administrator.request(
    'GET',
    `${content}/plugin::commerce-bridge.product?filters[upstreamId][$eq]=${hero}`,
  );
  const [product] = z.looseObject({ results: z.array(document) }).parse(found.body).results;
  await open(`${content}/plugin::commerce-bridge.product/${product?.documentId ?? ''}`);
  await page.getByRole('link', { name: 'Open in BigCommerce' }).waitFor();
  await page.getByRole('button', { name: 'Dismiss notice' }).click();
  await photograph('content-manager', 1000);
}
