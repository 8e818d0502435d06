import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createUpstreamCatalog } from '../../server/src/upstream/upstream-catalog-client';
import { upstreamReference, whenAvailable } from '../support/requirements';
import { createScriptedHttp } from '../support/http/scripted-http';
import { aWirePage } from '../support/shops/wire-builders';

const recording = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

whenAvailable(upstreamReference()).describe('a product that the real service returned', (folder) => {
  const read = () => {
    const { data } = recording.parse(
      JSON.parse(readFileSync(join(folder, 'recorded', 'rest-product-88.json'), 'utf8')),
    );
    // The recording lacks custom fields and channels, which are then requested separately.
    const yieldIfDue = async () => undefined;
    return createUpstreamCatalog({
      yieldIfDue,
      drawVersion: async () => 1,
      http: createScriptedHttp(({ path }) => {
        if (path.endsWith('/channel-assignments')) return aWirePage([{ product_id: 88, channel_id: 1 }]);
        if (path.endsWith('/custom-fields')) return aWirePage([], { total: 0, total_pages: 0 });
        return aWirePage(data);
      }),
    }).readProducts({ page: 1, channelId: 1 });
  };

  test('is mapped without a failure', async () => {
    const { items, failures } = await read();
    expect(failures).toEqual([]);
    expect(items).toMatchObject([
      {
        id: 88,
        title: '[Sample] Cafetière Chemex 3 tasses',
        slugClaim: 'chemex-coffeemaker-3-cup',
        sku: 'CC3C',
        price: 49.5,
        salePrice: null,
        calculatedPrice: 49.5,
        publicationStatus: 'publish',
        inventoryTracking: 'none',
        inStock: true,
        weight: 1,
        tags: [],
        brandId: null,
        categoryIds: [21, 23],
        relatedIds: [],
        customFields: [],
        seo: { pageTitle: '', metaDescription: '', metaKeywords: [] },
        createdAt: '2015-07-03T18:19:17Z',
        modifiedAt: '2015-07-03T20:46:38Z',
        variants: [
          {
            id: 67,
            name: '[Sample] Cafetière Chemex 3 tasses',
            sku: 'CC3C',
            price: 49.5,
            inventoryLevel: null,
            inStock: true,
            options: [],
          },
        ],
      },
    ]);
  });

  test("has its images in the shop's order, even though upstream sends the thumbnail last", async () => {
    const { items } = await read();
    expect(items[0]?.images.map((image) => image.id)).toEqual([292, 293, 294, 295, 296]);
    expect(items[0]?.images[0]).toMatchObject({
      alt: '[Sample] Cafetière Chemex 3 tasses',
      urls: {
        standard:
          'https://cdn11.bigcommerce.com/s-85ttsow7dj/products/88/images/292/3cupchemex5.1677080507.386.513.jpg?c=1',
      },
    });
  });
});
