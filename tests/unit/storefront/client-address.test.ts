import { describe, expect, test } from 'vitest';
import { networksOf, plainAddress } from '../../../server/src/storefront/client-address';

describe('a client', () => {
  test.each([
    ['203.0.113.7', ['203.0.113.7']],
    ['::ffff:203.0.113.7', ['203.0.113.7']],
    ['::FFFF:cb00:7107', ['203.0.113.7']],
    ['0:0:0:0:0:ffff:203.0.113.7', ['203.0.113.7']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1::/48', '2001:db8:1:0::/56', '2001:db8:1:2::/64']],
    ['2001:0DB8:0001:ab12::9', ['2001:db8:1::/48', '2001:db8:1:ab00::/56', '2001:db8:1:ab12::/64']],
    ['2001:db8::1', ['2001:db8:0::/48', '2001:db8:0:0::/56', '2001:db8:0:0::/64']],
    ['fe80::1%eth0', ['fe80:0:0::/48', 'fe80:0:0:0::/56', 'fe80:0:0:0::/64']],
    ['::1', ['0:0:0::/48', '0:0:0:0::/56', '0:0:0:0::/64']],
    ['64:ff9b::192.0.2.33', ['64:ff9b:0::/48', '64:ff9b:0:0::/56', '64:ff9b:0:0::/64']],
    ['203.0.113.7:50123', ['203.0.113.7']],
    ['[2001:db8:1:2::9]:50123', ['2001:db8:1::/48', '2001:db8:1:0::/56', '2001:db8:1:2::/64']],
    ['[::ffff:203.0.113.7]', ['203.0.113.7']],
    ['', ['']],
    ['unknown', ['unknown']],
  ])('%s counts toward %j', (address, networks) => {
    expect(networksOf(address)).toEqual(networks);
  });

  test('on IPv6 is the same for all addresses of one network', () => {
    expect(networksOf('2001:db8:a:b:ffff::1')).toEqual(networksOf('2001:db8:a:b::2'));
    expect(networksOf('2001:db8:a:c::2')).not.toEqual(networksOf('2001:db8:a:b::2'));
  });

  test('has its own address sent upstream, in the form of its family', () => {
    expect(plainAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(plainAddress('::ffff:cb00:7107')).toBe('203.0.113.7');
    expect(plainAddress('2001:DB8::1')).toBe('2001:db8::1');
  });
});
