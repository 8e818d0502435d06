import { describe, expect, test } from 'vitest';
import { allowPictures } from '../../server/src/middlewares/image-policy';

const cdn = 'https://cdn11.bigcommerce.com';

describe('a content security policy', () => {
  test.each([
    [
      'gets the host in addition to what it lists',
      "img-src 'self' data:;script-src 'self'",
      `img-src 'self' data: ${cdn};script-src 'self'`,
    ],
    [
      'gets a list for pictures made from its default',
      "default-src 'self';script-src x",
      `default-src 'self';script-src x;img-src 'self' ${cdn}`,
    ],
    ['gets the host in place of none', "IMG-SRC 'NONE'", `img-src ${cdn}`],
    [
      'keeps its other directives as they are',
      'upgrade-insecure-requests ; img-src a ; report-uri /x?a=1',
      `upgrade-insecure-requests;img-src a ${cdn};report-uri /x?a=1`,
    ],
  ])('%s', (_what, policy, expected) => {
    expect(allowPictures(policy, [cdn])).toBe(expected);
  });

  test.each([
    "img-src 'self' https:",
    'img-src http:',
    'img-src *',
    `img-src ${cdn}`,
    `img-src ${cdn}/`,
    "script-src 'self'",
    '',
  ])('that already allows the host is unchanged: %s', (policy) => {
    expect(allowPictures(policy, [cdn])).toBe(policy);
  });

  test('treats a host with another scheme or port as different', () => {
    expect(allowPictures('img-src https: http://127.0.0.1:1', ['http://127.0.0.1:2'])).toBe(
      'img-src https: http://127.0.0.1:1 http://127.0.0.1:2',
    );
  });

  test('with a repeated directive is judged by the first, as in browsers', () => {
    expect(allowPictures('img-src a;img-src *', [cdn])).toBe(`img-src a ${cdn};img-src *`);
  });
});
