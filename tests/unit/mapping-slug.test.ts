import { describe, expect, test } from 'vitest';
import { slugClaimOf } from '../../server/src/upstream/mapping/slug-claim';

const claim = (path: string, name = 'Blue Jar') => slugClaimOf({ id: 77, name, path });

describe('the slug a product claims', () => {
  test.each([
    ['/all/jar/', 'jar'],
    ['/jar/', 'jar'],
    ['/all/jar', 'jar'],
    ['jar', 'jar'],
    ['/Chemex.html', 'Chemex.html'],
    ['/all//jar//', 'jar'],
    ['/all/jar/?ref=1#top', 'jar'],
  ])('is the last segment of %s: %s', (path, expected) => {
    expect(claim(path)).toBe(expected);
  });

  test.each([
    ['/caf%C3%A9/', 'café'],
    ['/%E6%BC%A2%E5%AD%97/', '漢字'],
    ['/100%-cotton/', '100%-cotton'],
    ['/bad%FFbytes/', 'bad%FFbytes'],
    ['/a%2Fb/', 'a%2Fb'],
    ['/a%00b/', 'a%00b'],
  ])('of %s is %s: decoded if that is reversible', (path, expected) => {
    expect(claim(path)).toBe(expected);
  });

  test.each(['', '/', '///', '/ /', '/%20/', '/../', '/%2E%2E/'])('is the slugified name for a URL of %p', (path) => {
    expect(claim(path)).toBe('blue-jar');
  });

  test.each([
    ['Ærøskøbing & Söhne', 'aeroskobing-and-soehne'],
    ['MacBook Pro 16"', 'macbook-pro-16'],
    ['[Sample] Cafetière', 'sample-cafetiere'],
  ])('of a product named %s without a URL is %s', (name, expected) => {
    expect(claim('', name)).toBe(expected);
  });

  test.each(['漢字', '!!!', '👍'])('is the id when the name %s leaves nothing', (name) => {
    expect(claim('', name)).toBe('77');
  });

  test('leaves room for the id suffixes of equal claims, and splits no character', () => {
    expect(claim(`/${'x'.repeat(600)}/`)).toHaveLength(480);
    expect(claim(`/${'x'.repeat(479)}👍/`)).toBe('x'.repeat(479));
    expect(claim('', 'word '.repeat(200)).length).toBeLessThanOrEqual(480);
  });
});
