import { expect, test } from 'vitest';
import { surrogateHeaders } from '../../../contracts/admin/purging';
import { surrogateValue } from '../../../server/src/http/surrogate-headers';

test.each([
  ['Surrogate-Key', 'products product-1 brands'],
  ['xkey', 'products product-1 brands'],
  ['Cache-Tag', 'products,product-1,brands'],
  ['Netlify-Cache-Tag', 'products,product-1,brands'],
  ['Vercel-Cache-Tag', 'products,product-1,brands'],
] as const)('%s names what a response contains as its cache reads it', (header, value) => {
  expect(surrogateValue('products product-1 brands', header)).toBe(value);
});

test('a list of a hundred products fits into every header', () => {
  const keys = ['products', ...Array.from({ length: 100 }, (_, index) => `product-${4_000_000_000 + index}`), 'brands'];
  for (const header of surrogateHeaders) expect(surrogateValue(keys.join(' '), header).split(/[ ,]/)).toEqual(keys);
});

test('a market stays named where single records are left out, also one with a number for a key', () => {
  const products = Array.from({ length: 2000 }, (_, index) => `product-${index}`);
  for (const header of surrogateHeaders)
    expect(surrogateValue([...products, 'products', 'market-eu-2'].join(' '), header).split(/[ ,]/)).toEqual([
      'products',
      'market-eu-2',
    ]);
});

test('where a cache would not take all names, those of single records are left out', () => {
  const keys = ['products', ...Array.from({ length: 2000 }, (_, index) => `product-${index}`), 'brands'].join(' ');
  for (const header of surrogateHeaders)
    expect(surrogateValue(keys, header).split(/[ ,]/)).toEqual(['products', 'brands']);
});
