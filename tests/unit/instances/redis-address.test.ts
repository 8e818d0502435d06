import { describe, expect, test } from 'vitest';
import { readRedisSettings } from '../../../server/src/instances/redis-address';

const read = (url: string) => readRedisSettings({ COMMERCE_BRIDGE_REDIS_URL: url })?.address;

describe('the address of Redis', () => {
  test('is absent unless the variable is set', () => {
    expect(readRedisSettings({})).toBeNull();
    expect(readRedisSettings({ COMMERCE_BRIDGE_REDIS_URL: '' })).toBeNull();
  });

  test('names a single server, with or without TLS, user, and database', () => {
    expect(read('redis://cache.example.com')).toMatchObject({
      kind: 'single',
      hosts: [{ host: 'cache.example.com', port: 6379 }],
      isEncrypted: false,
      username: null,
      password: null,
      database: 0,
    });
    expect(read('rediss://shop:p%40ss%2Fword@[::1]:7000/3')).toMatchObject({
      hosts: [{ host: '::1', port: 7000 }],
      isEncrypted: true,
      username: 'shop',
      password: 'p@ss/word',
      database: 3,
    });
    expect(read('redis://:secret@127.0.0.1')).toMatchObject({ username: null, password: 'secret' });
  });

  test('names Sentinels with the name of their primary', () => {
    expect(read('redis+sentinel://:secret@a,b:26380/shop/2?sentinelPassword=other')).toEqual({
      kind: 'sentinel',
      hosts: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 26380 },
      ],
      isEncrypted: false,
      username: null,
      password: 'secret',
      database: 2,
      primary: 'shop',
      sentinelPassword: 'other',
    });
  });

  test('names nodes of a Cluster', () => {
    expect(read('rediss+cluster://a:7000,b:7001')).toMatchObject({
      kind: 'cluster',
      hosts: [
        { host: 'a', port: 7000 },
        { host: 'b', port: 7001 },
      ],
      isEncrypted: true,
    });
  });

  test.each([
    'localhost:6379',
    'http://:hunter2secret@a',
    'redis://:hunter2secret@a,b',
    'redis://:hunter2secret@a:0',
    'redis://:hunter2secret@a:99999',
    'redis://:hunter2secret@a/zero',
    'redis://:hunter2secret@',
    'redis://:hunter2/secret@a',
    'redis://:%hunter2secret@a',
    'redis+sentinel://:hunter2secret@a',
    'redis+cluster://:hunter2secret@a/1',
    'redis+other://:hunter2secret@a',
    'redis://:hunter2secret@a?sentinelPassword=x',
  ])('that is not usable is refused, with what is allowed and without the password: %s', (url) => {
    expect(() => read(url)).toThrow(/^COMMERCE_BRIDGE_REDIS_URL \(not shown.*allowed is redis:\/\//);
    expect(() => read(url)).not.toThrow(/hunter2/);
  });

  test('comes with a prefix of keys', () => {
    const prefixOf = (prefix: string) =>
      readRedisSettings({ COMMERCE_BRIDGE_REDIS_URL: 'redis://a', COMMERCE_BRIDGE_REDIS_PREFIX: prefix })?.prefix;
    expect([prefixOf(''), prefixOf('shop:')]).toEqual(['commerce-bridge:', 'shop:']);
    expect(() => prefixOf('with space')).toThrow('COMMERCE_BRIDGE_REDIS_PREFIX is "with space"; allowed is');
  });
});
