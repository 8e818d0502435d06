import { describe, expect, test } from 'vitest';
import { aLimiter } from '../../support/instances/request-limiter';

describe('an IPv6 network', () => {
  const hex = (number: number) => number.toString(16);
  /** Addresses, each of another /64 of the /56 2001:db8:1:ab00::/56. */
  const fromOneHousehold = (index: number) => `2001:db8:1:ab${hex(index % 256).padStart(2, '0')}::1`;
  /** Addresses, each of another /56 of the /48 2001:db8:1::/48. */
  const fromOneCompany = (index: number) => `2001:db8:1:${hex((index % 256) * 256)}::1`;

  /**
   * A flood of 300 requests a second alongside a shopper who sends four a second, for ten seconds. Returns how many of
   * the shopper's 40 were admitted.
   */
  async function shopperDuring(flood: (index: number) => string, shopper: string): Promise<number> {
    const { burst, pass } = aLimiter();
    let granted = 0;
    for (let tick = 0; tick < 1_000; tick += 1) {
      for (let request = 0; request < 3; request += 1) await burst(flood(3 * tick + request), 1);
      if (tick >= 25 && tick % 25 === 0) granted += await burst(shopper, 1);
      pass(10);
    }
    return granted;
  }

  test.each([
    ['whose /64 changes with every request takes nothing from a shopper elsewhere', fromOneHousehold, '203.0.113.7'],
    [
      'whose /64 changes with every request takes nothing from a shopper of another /48',
      fromOneHousehold,
      '2001:db8:2::1',
    ],
    ['whose /56 changes with every request takes nothing from a shopper elsewhere', fromOneCompany, '203.0.113.7'],
    [
      'whose /56 changes with every request takes nothing from a shopper of another /48',
      fromOneCompany,
      '2001:db8:2::1',
    ],
  ])('%s', async (_, flood, shopper) => {
    expect(await shopperDuring(flood, shopper)).toBe(39);
  });

  test.each([
    ['a /56 whose /64 changes with every request', fromOneHousehold, '2001:db8:1:1::1'],
    ['one /64', () => '2001:db8:1:ab01::1', '2001:db8:1:ab02::1'],
  ])('lets a shopper through during a flood from %s within it', async (_, flood, shopper) => {
    expect(await shopperDuring(flood, shopper)).toBeGreaterThanOrEqual(30);
  });

  test('never gets more than the limit of one client, however many addresses send requests', async () => {
    for (const flood of [fromOneHousehold, fromOneCompany]) {
      const { burst } = aLimiter();
      let granted = 0;
      for (let request = 0; request < 500; request += 1) granted += await burst(flood(request), 1);
      expect(granted).toBeLessThanOrEqual(16);
      expect(granted).toBeGreaterThanOrEqual(8);
    }
  });

  test('is shared by its shoppers, even while others flood', async () => {
    const { burst, pass } = aLimiter();
    const shoppers = ['2001:db8:1:1::1', '2001:db8:1:2::1', '203.0.113.7'];
    const granted = shoppers.map(() => 0);
    for (let tick = 0; tick < 2_000; tick += 1) {
      await burst(fromOneHousehold(tick), 1);
      await burst('198.51.100.1', 2);
      await burst('198.51.100.2', 2);
      for (const [index, shopper] of shoppers.entries()) {
        if (tick % 130 === 10 * index) granted[index] = (granted[index] ?? 0) + (await burst(shopper, 1));
      }
      pass(10);
    }
    // 16 requests each; those from the /48 of a flood may have to retry.
    expect(granted[2]).toBe(16);
    expect(Math.min(...granted)).toBeGreaterThanOrEqual(10);
  });

  test('gets the whole limit of a client when it is alone', async () => {
    expect(await aLimiter().burst('2001:db8:1:1::1', 100)).toBe(16);
    expect(await aLimiter({ clientLimit: 20 }).burst('2001:db8:1:1::1', 100)).toBe(20);
    expect(await aLimiter({ clientLimit: 1 }).burst('2001:db8:1:1::1', 100)).toBe(1);
  });

  test('does not apply to an IPv4 address that a dual-stack socket maps', async () => {
    const { burst } = aLimiter();
    expect(await burst('203.0.113.7', 100)).toBe(16);
    expect(await burst('::ffff:203.0.113.7', 100)).toBe(0);
  });
});
