import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { addressIn } from '../../examples/next/lib/shopper-address';

test('the kits tell the site the address that their proxy saw, whatever a shopper has sent', () => {
  expect(addressIn('198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
  expect(addressIn('203.0.113.7')).toBe('203.0.113.7');
  expect(addressIn('198.51.100.1,2001:db8::7 ')).toBe('2001:db8::7');
});

test.each([null, '', '203.0.113.7,'])('an address that the proxy does not say is missing: %j', (header) => {
  expect(addressIn(header)).toBeNull();
});

test('the kit with Astro, whose packages are not installed here, has the same code', () => {
  const read = (path: string) => readFileSync(resolve(__dirname, '../../examples', path), 'utf8');
  expect(read('astro/src/lib/shopper-address.ts')).toBe(read('next/lib/shopper-address.ts'));
});
