import { describe, expect, test } from 'vitest';
import { readProductPage } from '../../server/src/upstream/reading/product-page';
import { aWirePage, aWireProduct } from '../support/shops/wire-builders';

const body = JSON.stringify(aWirePage([aWireProduct()]));

describe('the body of a product page', () => {
  const read = (text: string | undefined) =>
    readProductPage(text === undefined ? undefined : Buffer.from(text), {
      page: 1,
      channelId: 1,
      yieldIfDue: async () => undefined,
    });

  test('is read into products, with its place in the listing', async () => {
    expect(await read(body)).toMatchObject({
      kind: 'read',
      response: { products: [{ id: aWireProduct().id }], received: 1, totalPages: 1 },
    });
  });

  test.each([
    ['a body that was cut off', body.slice(0, -5), { kind: 'garbled' }],
    ['no body', undefined, { kind: 'unknown', issues: [expect.any(String)] }],
    ['something else', '{"data":3}', { kind: 'unknown' }],
  ])('is rejected if there is %s', async (_, text, expected) => {
    expect(await read(text)).toMatchObject(expected);
  });
});
