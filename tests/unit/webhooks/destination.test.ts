import { describe, expect, test } from 'vitest';
import { judgeDestination } from '../../../server/src/webhooks/destination';

const judge = (siteUrl: string, apiUrl = 'https://api.bigcommerce.com') =>
  judgeDestination({ siteUrl, apiUrl, basePath: '/api/commerce-bridge/v1' });

describe('the destination of webhooks', () => {
  test('is the receiver at the public URL', () => {
    expect(judge('https://shop.example.com')).toEqual({
      kind: 'usable',
      destination: 'https://shop.example.com/api/commerce-bridge/v1/webhook',
      alias: 'https://shop.example.com/api/commerce-bridge/v1/webhooks',
    });
  });

  test.each([
    ['https://Shop.Example.com/', 'https://shop.example.com/api/commerce-bridge/v1/webhook'],
    ['https://example.com:443', 'https://example.com/api/commerce-bridge/v1/webhook'],
    ['https://example.com/cms', 'https://example.com/cms/api/commerce-bridge/v1/webhook'],
    ['https://8.8.8.8', 'https://8.8.8.8/api/commerce-bridge/v1/webhook'],
    ['https://172.32.0.1', 'https://172.32.0.1/api/commerce-bridge/v1/webhook'],
  ])('of %s is %s', (siteUrl, destination) => {
    expect(judge(siteUrl)).toMatchObject({ kind: 'usable', destination });
  });

  test.each([
    'http://localhost:1337',
    'https://localhost',
    'https://shop.localhost',
    'http://127.0.0.1:1337',
    'https://127.1',
    'https://0x7f000001',
    'https://0.0.0.0',
    'https://10.1.2.3',
    'https://172.16.0.1',
    'https://172.31.255.255',
    'https://192.168.1.20',
    'https://169.254.1.1',
    'https://100.64.0.1',
    'https://[::1]',
    'https://[::]',
    'https://[fd00::1]',
    'https://[fe80::1]',
    'https://[::ffff:192.168.0.1]',
    'https://strapi',
    'https://cms.local',
    'https://cms.internal',
    'https://cms.test',
    'https://cms.test.',
  ])('cannot be %s, which the store cannot reach', (siteUrl) => {
    expect(judge(siteUrl)).toEqual({
      kind: 'unusable',
      error: expect.objectContaining({
        code: 'webhook_address_unusable',
        message: expect.stringContaining('only exists on this machine or local network'),
      }),
    });
  });

  test.each([
    ['http://shop.example.com', 'only sends webhooks to https URLs'],
    ['https://shop.example.com:8443', 'to port 443, not 8443'],
    ['http://shop.example.com:8080', 'only sends webhooks to https URLs'],
    ['', 'no public URL'],
    ['/cms', 'no public URL'],
  ])('cannot be "%s": %s', (siteUrl, words) => {
    expect(judge(siteUrl)).toEqual({
      kind: 'unusable',
      error: expect.objectContaining({ message: expect.stringContaining(words) }),
    });
  });

  test('says how to fix an unusable URL', () => {
    expect(judge('http://localhost:1337')).toEqual({
      kind: 'unusable',
      error: expect.objectContaining({ message: expect.stringContaining('COMMERCE_BRIDGE_PUBLIC_URL') }),
    });
  });

  test.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'http://simulator:4000'])(
    'can be local if upstream itself is local: %s',
    (apiUrl) => {
      expect(judge('http://127.0.0.1:1337', apiUrl)).toMatchObject({
        kind: 'usable',
        destination: 'http://127.0.0.1:1337/api/commerce-bridge/v1/webhook',
      });
    },
  );
});
