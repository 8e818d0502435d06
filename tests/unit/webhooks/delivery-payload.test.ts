import { describe, expect, test } from 'vitest';
import { readPayload } from '../../../server/src/webhooks/delivery-payload';
import { targetOf } from '../../../server/src/webhooks/event-scopes';

const createdAt = 1_786_447_828;
const content = {
  producer: 'stores/abc123',
  hash: 'abc',
  created_at: createdAt,
  store_id: '1',
  scope: 'store/product/updated',
  data: { type: 'product', id: 180 },
};
const read = (body: unknown, messageId: string | null = null) =>
  readPayload({ body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), messageId });
const identityOf = (body: unknown, messageId: string | null = null) => {
  const payload = read(body, messageId);
  return payload.kind === 'event' ? payload.event.identity : undefined;
};

describe('what an event is about', () => {
  const product = { entity: 'product', entityId: 7 };
  const category = { entity: 'category', entityId: 5 };
  const store = { entity: 'store', entityId: 0 };

  test.each<[string, unknown, typeof product]>([
    ['store/product/created', { type: 'product', id: 7 }, product],
    ['store/product/updated', { type: 'product', id: 7 }, product],
    ['store/product/deleted', { type: 'product', id: '7' }, product],
    [
      'store/product/inventory/updated',
      { type: 'product', id: 7, inventory: { product_id: 7, method: 'absolute', value: 3 } },
      product,
    ],
    ['store/product/inventory/updated', { inventory: { product_id: 7 } }, product],
    ['store/product/inventory/order/updated', { type: 'product', id: 7 }, product],
    ['store/channel/1/product/assigned', { product_id: 7 }, product],
    ['store/channel/1/product/unassigned/', { product_id: 7 }, product],
    ['store/sku/created', { type: 'sku', id: 99, sku: { product_id: 7, variant_id: 8 } }, product],
    ['store/sku/updated', { type: 'sku', id: 99, sku: { product_id: 7, variant_id: 8 } }, product],
    ['store/sku/deleted', { type: 'sku', id: 99, sku: { product_id: 7 } }, product],
    ['store/sku/inventory/updated', { type: 'sku', id: 99, inventory: { product_id: 7, variant_id: 8 } }, product],
    ['store/sku/inventory/order/updated', { type: 'sku', id: 99, inventory: { product_id: 7 } }, product],
    ['store/category/created', { type: 'category', id: 5 }, category],
    ['store/category/updated', { type: 'category', id: 5 }, category],
    ['store/category/deleted', { type: 'category', id: 5 }, category],
    ['store/information/updated', { type: 'store' }, store],
    ['store/information/updated', undefined, store],
  ])('%s %j', (scope, data, target) => {
    expect(targetOf(scope, data)).toEqual({ kind: 'target', ...target });
  });

  test.each([
    ['store/product/updated', undefined],
    ['store/product/updated', null],
    ['store/product/updated', { id: 0 }],
    ['store/product/updated', { id: -1 }],
    ['store/product/updated', { id: 1.5 }],
    ['store/product/updated', { id: 2 ** 53 }],
    ['store/product/updated', { id: '7; drop table' }],
    ['store/product/updated', { id: { $gt: 0 } }],
    ['store/product/updated', [7]],
    ['store/sku/updated', { type: 'sku', id: 99 }],
    ['store/category/updated', 'x'],
  ])('%s %j does not say', (scope, data) => {
    expect(targetOf(scope, data)).toMatchObject({ kind: 'unusable' });
  });

  test.each([
    'store/order/created',
    'store/product',
    'store/product/*',
    'store/brand/metafield/updated',
    '',
    'constructor',
    '__proto__',
    'STORE/PRODUCT/UPDATED',
  ])('%j is not handled', (scope) => {
    expect(targetOf(scope, { id: 7 })).toEqual({ kind: 'unhandled' });
  });
});

describe('a proven body', () => {
  test('becomes an event', () => {
    expect(read(content)).toMatchObject({
      kind: 'event',
      event: { scope: 'store/product/updated', entity: 'product', entityId: 180 },
    });
  });

  test.each([
    ['not JSON', '{"scope":', 'Failed to queue webhook event'],
    ['nothing', '', 'Failed to queue webhook event'],
    ['JSON without a scope', {}, 'Undefined index: scope'],
    ['no object', [], 'Undefined index: scope'],
    ['null', null, 'Undefined index: scope'],
    ['a scope that is no text', { scope: 5 }, 'Undefined index: scope'],
  ])('fails with the promised message: %s', (_name, body, message) => {
    expect(read(body)).toMatchObject({ kind: 'failed', message });
  });

  test.each([{}, null, { id: 'x' }, { id: {} }, { id: -7 }, [], 'x'])(
    'of a handled scope whose data names nothing (%j) is reported separately: resending would not help',
    (data) => {
      expect(read({ ...content, data })).toEqual({
        kind: 'unusable',
        scope: 'store/product/updated',
        detail: 'its data does not name the product',
      });
    },
  );

  test('of an unhandled scope is reported separately', () => {
    expect(read({ ...content, scope: 'store/order/created' })).toEqual({
      kind: 'unhandled',
      scope: 'store/order/created',
    });
  });

  test('does not appear in error messages', () => {
    expect(JSON.stringify(read('{"access_token": "very secret", oops'))).not.toContain('very secret');
  });
});

describe('what identifies deliveries of one event', () => {
  test('is upstream’s message id, if it sends one', () => {
    expect(identityOf(content, 'msg_1')).toEqual({ kind: 'message', key: expect.stringMatching(/^[\w-]{43}$/) });
    expect(identityOf({ ...content, store_id: 'other' }, 'msg_1')).toEqual(identityOf(content, 'msg_1'));
    expect(identityOf(content, 'msg_2')).not.toEqual(identityOf(content, 'msg_1'));
    expect(identityOf({ ...content, hash: undefined }, 'msg_1')).toMatchObject({ kind: 'message' });
  });

  test('is not just the id, which may depend on what was edited but not when', () => {
    expect(identityOf({ ...content, created_at: createdAt + 1 }, 'msg_1')).not.toEqual(identityOf(content, 'msg_1'));
    expect(identityOf({ ...content, data: { id: 181 } }, 'msg_1')).not.toEqual(identityOf(content, 'msg_1'));
  });

  test('is the content, if there is no id', () => {
    expect(identityOf(content)).toEqual({ kind: 'content', key: expect.any(String) });
    expect(identityOf({ ...content, created_at: createdAt + 1 })).toEqual(identityOf(content));
    expect(identityOf({ ...content, hash: 'other' })).not.toEqual(identityOf(content));
    expect(identityOf({ ...content, data: { id: 181 } })).not.toEqual(identityOf(content));
  });

  test.each([{ hash: undefined }, { hash: 5 }, { hash: '' }])('is nothing without an id and with %j', (change) => {
    expect(identityOf({ ...content, ...change })).toBeNull();
  });
});
