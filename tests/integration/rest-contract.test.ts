import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describeRestApi } from '../../contracts/rest/openapi/document';
import { tokenHeader } from '../../server/src/webhooks/header-token';
import { pluginVersion } from '../../server/src/upstream/http/user-agent';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { catalogWriter } from '../support/shops/catalog-items';
import { fillShop } from '../support/shops/rest-shop';

let site: BootedSite;
beforeAll(async () => {
  site = await bootSite();
  await fillShop(catalogWriter(site.strapi));
});
afterAll(async () => {
  await site.stop();
  removeSite(site);
});

const read = async (): Promise<unknown> => (await site.rest('/openapi.json')).json();
const documentOf = (baseUrl: string, signature = 'X-Platform-Webhook-Signature') =>
  JSON.parse(
    JSON.stringify(
      describeRestApi({ baseUrl, version: pluginVersion, proofHeaders: { signature, token: tokenHeader } }),
    ),
  );

describe('the document', () => {
  test("that a site serves is the one its responses are tested against, at the site's URL", async () => {
    const served = await read();

    expect(served).toEqual(documentOf('http://shop.example.com/api/commerce-bridge/v1'));
    expect(await new Validator().validate(JSON.parse(JSON.stringify(served)))).toEqual({ valid: true });
  });

  test('is served like everything else: with a tag that gives a 304, and cached as configured', async () => {
    const { headers } = await site.rest('/openapi.json');
    const again = await site.rest('/openapi.json', { headers: { 'if-none-match': headers.get('etag') ?? '' } });

    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'application/json; charset=utf-8',
      'public, max-age=60, stale-while-revalidate=300',
    ]);
    expect(headers.get('surrogate-key')).toBe('contract');
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('follows the settings: another public URL, another name of the signature header', async () => {
    const tag = (await site.rest('/openapi.json')).headers.get('etag');
    await site.admin('PUT', '/commerce-bridge/settings', {
      publicUrl: 'https://cms.example/shop',
      webhookSignatureHeader: 'X-Signed',
    });
    try {
      expect(await read()).toEqual(documentOf('https://cms.example/shop/api/commerce-bridge/v1', 'X-Signed'));
      expect((await site.rest('/openapi.json')).headers.get('etag')).not.toBe(tag);
    } finally {
      await site.admin('PUT', '/commerce-bridge/settings', {
        publicUrl: null,
        webhookSignatureHeader: 'X-Platform-Webhook-Signature',
      });
    }
  });
});

test('a response that violates the document fails the test that requested it', async () => {
  const products = () => site.strapi.db.connection('commerce_bridge_products').where({ slug: 'full' });
  const prepared = String((await products().first('prepared_item'))?.prepared_item);
  // Bypasses everything that would detect the violation.
  const write = async (changed: string) => {
    await products().update({ prepared_item: changed });
    await site.strapi.plugin('commerce-bridge').service('cache').purge();
  };
  await write(prepared.replaceAll('https://', ''));
  try {
    await expect(site.rest('/products/full')).rejects.toThrow(
      /GET \/products\/full returned 200 against the contract:\n- .*images\/0/,
    );
  } finally {
    await write(prepared);
  }
});
