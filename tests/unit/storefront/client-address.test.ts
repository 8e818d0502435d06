import { describe, expect, test } from '@jest/globals';
import { clientOf, plainAddress } from '../../../server/src/storefront/client-address';

describe('a client', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['', ''],
    ['unknown', 'unknown'],
  ])('%s is %s', (address, client) => {
    expect(clientOf(address)).toBe(client);
  });

  test('of IPv6 is the same from all addresses of one network', () => {
    expect(clientOf('2001:db8:a:b:ffff::1')).toBe(clientOf('2001:db8:a:b::2'));
    expect(clientOf('2001:db8:a:c::2')).not.toBe(clientOf('2001:db8:a:b::2'));
  });

  test('has its own address told upstream, in the form of its family', () => {
    expect(plainAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(plainAddress('2001:DB8::1')).toBe('2001:db8::1');
  });
});
