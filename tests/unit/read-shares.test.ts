import { beforeEach, describe, expect, test } from 'vitest';
import { noMeters } from '../../server/src/metrics/meters';
import {
  createReadShares,
  ReadRateLimitedError,
  type ReadShares,
  readWithOwnShare,
} from '../../server/src/http/read-shares';
import { usedMemory } from '../support/used-memory';

let now: number;
let percent: number;
let shares: ReadShares;

beforeEach(() => {
  now = 0;
  percent = 50;
  shares = createReadShares({ loop: { now: () => now }, clientPercent: () => percent, meters: noMeters });
});

const hostile = '203.0.113.9';
const shopper = '198.51.100.7';

/** A read that takes this long, with nothing else meanwhile. */
const read = (address: string, milliseconds: number) =>
  shares.run(address, async () => {
    now += milliseconds;
    return 'read';
  });

const refused = expect.objectContaining({ code: 'read_rate_limited', data: { retryAfter: 1 } });

describe('a client that reads alone', () => {
  test('has no limit', async () => {
    for (let request = 0; request < 50; request += 1) expect(await read(hostile, 100)).toBe('read');
  });

  test('leaves nothing behind, however long it reads', async () => {
    await read(hostile, 1);
    const before = usedMemory();
    for (let request = 0; request < 50_000; request += 1) await read(hostile, 10);

    expect(usedMemory() - before).toBeLessThan(2_000_000);
  });

  test('has a limit as soon as somebody else reads, though a kept response serves that one', async () => {
    await read(hostile, 600);
    shares.note(shopper);

    await expect(read(hostile, 1)).rejects.toEqual(refused);
  });

  test('has none again when nobody else has read for ten seconds', async () => {
    shares.note(shopper);
    now += 10_001;
    await read(hostile, 600);

    expect(await read(hostile, 1)).toBe('read');
  });
});

describe('while others read', () => {
  beforeEach(() => shares.note(shopper));

  test('a client may use the percentage of a second that the setting says, and then waits for that second to pass', async () => {
    for (let request = 0; request < 10; request += 1) await read(hostile, 50);
    await expect(read(hostile, 50)).rejects.toEqual(refused);

    now += 600;
    expect(await read(hostile, 50)).toBe('read');
  });

  test('who has used little is not refused, no matter how much one client has used', async () => {
    for (let request = 0; request < 10; request += 1) await read(hostile, 50);

    expect(await read(shopper, 5)).toBe('read');
  });

  test('a read under way counts as far as it has come', async () => {
    let finish: () => void = () => undefined;
    const slow = shares.run(hostile, () => new Promise<void>((resolve) => (finish = resolve)));
    now += 700;

    await expect(read(hostile, 1)).rejects.toBeInstanceOf(ReadRateLimitedError);
    finish();
    await slow;
  });

  test('reads side by side share the time that passes, so that a client that waits for others pays for its own part', async () => {
    const finish: (() => void)[] = [];
    const waits = [shopper, hostile, '192.0.2.1', '192.0.2.2'].map((address) =>
      shares.run(address, () => new Promise<void>((resolve) => finish.push(resolve))),
    );
    now += 800;
    for (const end of finish) end();
    await Promise.all(waits);

    // 200 of 800 milliseconds.
    expect(await read(shopper, 1)).toBe('read');
  });

  test('a failed read counts, too', async () => {
    const failing = shares.run(hostile, async () => {
      now += 600;
      throw new Error('no connection');
    });
    await expect(failing).rejects.toThrow('no connection');

    await expect(read(hostile, 1)).rejects.toEqual(refused);
  });

  test('addresses of one /64 have one share together', async () => {
    for (let host = 0; host < 10; host += 1) await read(`2001:db8:1:1::${host}`, 50);

    await expect(read('2001:db8:1:1::77', 1)).rejects.toEqual(refused);
    expect(await read('2001:db8:2::1', 1)).toBe('read');
  });

  test('networks of one /48 divide one share, and none takes a neighbor’s part of it', async () => {
    for (let request = 0; request < 25; request += 1) await read(`2001:db8:1:${(request % 5) * 100}::1`, 20);

    await expect(read('2001:db8:1:100::1', 20)).rejects.toEqual(refused);
    expect(await read('2001:db8:1:ffff::1', 20)).toBe('read');
  });

  describe('a read in several parts', () => {
    test('continues regardless of its own cost', () => {
      const large = shares.open(hostile);
      now += 900;
      expect(() => large.goOn()).not.toThrow();
      large.end();
    });

    test('does not continue once others of the same client have used up the share', async () => {
      const burst = Array.from({ length: 10 }, () => shares.open(hostile));
      now += 700;
      const goOn = () => burst[1]?.goOn();

      expect(goOn).toThrow(ReadRateLimitedError);
      expect(await read(shopper, 5)).toBe('read');
    });

    test('is counted once, also if it is ended again', async () => {
      const large = shares.open(hostile);
      now += 400;
      large.end();
      large.end();

      expect(await read(hostile, 1)).toBe('read');
    });
  });

  test('a setting of 100 percent limits nobody', async () => {
    percent = 100;
    await read(hostile, 950);

    expect(await read(hostile, 950)).toBe('read');
  });
});

describe('a client that waits for the reads of others', () => {
  test('reads by itself if they are refused, one after the other', async () => {
    const refusedFirst = [hostile, '203.0.113.10'].map((address) => new ReadRateLimitedError(address));
    const found = await readWithOwnShare(shopper, async () => {
      const error = refusedFirst.shift();
      if (error) throw error;
      return 'read';
    });

    expect(found).toBe('read');
  });

  test('is refused if it has used up its own share, and fails for any other reason as they do', async () => {
    const failing = (error: Error) => readWithOwnShare(shopper, () => Promise.reject(error));

    await expect(failing(new ReadRateLimitedError(shopper))).rejects.toEqual(refused);
    await expect(failing(new Error('the database is away'))).rejects.toThrow('the database is away');
  });
});

test('the error names neither the address nor what others do', async () => {
  shares.note(shopper);
  await read(hostile, 600);

  const error: unknown = await read(hostile, 1).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ReadRateLimitedError);
  expect(JSON.stringify([String(error), error instanceof ReadRateLimitedError && error.data])).not.toContain(hostile);
});
