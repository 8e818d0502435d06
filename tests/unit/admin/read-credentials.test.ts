import { describe, expect, test } from 'vitest';
import { apiAccountsAddress, readCredentials, storeHashOf } from '../../../admin/src/connection/read-credentials';

const accessToken = 'k3f9x0a7b2c4d6e8f1g3h5j7k9m1n3p';
const clientId = 'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h';
const clientSecret = '0123456789abcdef'.repeat(4);
const whole = { storeHash: 'abc123', accessToken, clientSecret };
const path = 'https://api.bigcommerce.com/stores/abc123/v3/';

describe('the text of an API account', () => {
  test.each([
    [
      'labels with colons',
      `ACCESS TOKEN: ${accessToken}\nCLIENT ID: ${clientId}\nCLIENT SECRET: ${clientSecret}\nNAME: Strapi\nAPI PATH: ${path}\n`,
    ],
    [
      'line ends of Windows',
      `Client ID: ${clientId}\r\nClient secret: ${clientSecret}\r\nAccess token: ${accessToken}\r\nAPI path: ${path}\r\n`,
    ],
    [
      'labels above values',
      `API path\n${path}\n\nClient ID\n${clientId}\n\nClient secret\n${clientSecret}\n\nAccess token\n${accessToken}\n`,
    ],
    [
      'an environment file',
      `BIGCOMMERCE_STORE_HASH=abc123\nBIGCOMMERCE_ACCESS_TOKEN="${accessToken}"\nBIGCOMMERCE_CLIENT_SECRET='${clientSecret}'\n`,
    ],
    [
      'a path without its protocol',
      `Access token: ${accessToken}\nClient secret: ${clientSecret}\nAPI path: api.bigcommerce.com/stores/abc123/v3/\n`,
    ],
    ['JSON', JSON.stringify({ api_path: path, access_token: accessToken, client_secret: clientSecret })],
  ])('is read with %s', (_, text) => {
    expect(readCredentials(text)).toEqual(whole);
  });

  test('is read without labels where only one word can be the token', () => {
    expect(readCredentials(`${path}\n${accessToken}`)).toEqual({ ...whole, clientSecret: null });
    expect(readCredentials(`${path}\n${accessToken}\n${clientId}`)).toBeNull();
  });

  test.each([
    ['nothing', ''],
    ['an API path alone', path],
    ['a token alone', `Access token: ${accessToken}`],
    ['prose', `The access token is shown once. See ${path} for more.`],
    ['a text that is far too long', `${'x '.repeat(20_000)}\nAPI PATH: ${path}\nACCESS TOKEN: ${accessToken}`],
  ])('is not seen in %s', (_, text) => {
    expect(readCredentials(text)).toBeNull();
  });
});

test.each([
  [path, 'abc123'],
  [' https://api.bigcommerce.com/stores/abc123 ', 'abc123'],
  ['https://api.bigcommerce.com/stores/abc123/v3/catalog/products', 'abc123'],
  ['api.bigcommerce.com/stores/abc123/v3/', 'abc123'],
  ['/stores/abc123/v3', 'abc123'],
  ['https://api.bigcommerce.com/stores/ABC123/v3/', 'abc123'],
  ['https://shop.example.com/our-stores/berlin', 'https://shop.example.com/our-stores/berlin'],
  ['abc123', 'abc123'],
  ['https://shop.example.com/', 'https://shop.example.com/'],
  [`${path} and more`, `${path} and more`],
])('%j in the field of the store hash means %j', (typed, hash) => {
  expect(storeHashOf(typed)).toBe(hash);
});

test('the page of the API accounts is that of the store, as soon as its hash is known', () => {
  expect(apiAccountsAddress('abc123')).toBe('https://store-abc123.mybigcommerce.com/manage/settings/api-accounts');
  expect(apiAccountsAddress('')).toBe('https://login.bigcommerce.com/deep-links/settings/api-accounts');
  expect(apiAccountsAddress('evil.example.com/')).toBe(
    'https://login.bigcommerce.com/deep-links/settings/api-accounts',
  );
});
