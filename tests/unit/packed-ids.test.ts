import { describe, expect, test } from 'vitest';
import { packIds, unpackIds } from '../../server/src/catalog/reading/packed-ids';

describe('packed ids', () => {
  test.each([
    ['none', []],
    ['one', [7]],
    ['neighbors across words', Array.from({ length: 100 }, (_, at) => 31 + at)],
    ['with gaps', Array.from({ length: 1000 }, (_, at) => 1_000_000 + at * 7)],
    ['far from each other', [1, 2 ** 31, 2 ** 40]],
    ['above 32 bits', Array.from({ length: 70 }, (_, at) => 2 ** 40 + at * 3)],
  ])('are the same ids: %s', (_, ids) => {
    expect(Array.from(unpackIds(packIds(Float64Array.from(ids))))).toEqual(ids);
  });

  test('of nearly all products take a sixtieth', () => {
    const packed = packIds(Float64Array.from({ length: 64_000 }, (_, at) => 112 + at));
    expect('bits' in packed && packed.bits.byteLength).toBe(8000);
  });

  test('of few products stay as they are', () => {
    const ids = Float64Array.of(3, 90_000);
    expect(packIds(ids)).toBe(ids);
  });
});
