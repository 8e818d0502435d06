import { expect, test } from 'vitest';
import { readFixedSettings } from '../../server/src/settings/fixed-settings';

const namespacesFrom = (text: string) =>
  readFixedSettings({ COMMERCE_BRIDGE_METAFIELD_NAMESPACES: text }, {}).plain.metafieldNamespaces;

test('namespaces of metafields are separated by commas, may contain spaces, and are named once each', () => {
  expect(namespacesFrom('Size chart, care,care')).toEqual(['Size chart', 'care']);
});

test.each(['x'.repeat(65), Array.from({ length: 21 }, (_, count) => `n${count}`).join()])(
  'namespaces that are too long, or too many, are refused: %s',
  (text) => {
    expect(() => namespacesFrom(text)).toThrow(/COMMERCE_BRIDGE_METAFIELD_NAMESPACES/);
  },
);

test('a namespace with a comma, which no request could name, is refused', () => {
  expect(() => readFixedSettings({}, { metafieldNamespaces: ['a,b'] })).toThrow(/metafieldNamespaces/);
});
