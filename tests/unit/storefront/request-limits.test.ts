import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { seconds } from '../../../server/src/lib/durations';
import { createAskingClients } from '../../../server/src/storefront/asking-clients';
import type { RequestGrant } from '../../../server/src/storefront/request-limits';
import { aLimiter } from '../../support/instances/request-limiter';

describe('a store', () => {
  test('accepts 20 requests in a second from several clients, and the next when the first is a second old', async () => {
    const { burst, pass } = aLimiter();
    expect(await burst('a', 10)).toBe(10);
    pass(600);
    expect(await burst('b', 5)).toBe(5);
    expect(await burst('c', 5)).toBe(5);
    expect(await burst('d', 1)).toBe(0);
    pass(400);
    expect(await burst('d', 1)).toBe(0);
    pass(1);
    expect(await burst('d', 1)).toBe(1);
  });

  test('has its own limit, no matter what is sent to others', async () => {
    const { burst } = aLimiter();
    await burst('a', 20, 'one');
    expect(await burst('a', 5, 'two')).toBe(5);
  });

  test('has a slot occupied for a second after the response, or after a quarter of a second if that is earlier', async () => {
    const { take, burst, pass } = aLimiter({ clientLimit: 20 });
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => take('a')));
    const grants = verdicts.filter((verdict): verdict is RequestGrant => verdict.kind === 'granted');
    pass(5_000);
    expect(await burst('a', 1)).toBe(0);
    grants.forEach((grant) => grant.sent());
    pass(100);
    grants.slice(0, 10).forEach((grant) => grant.responded());
    pass(1_000);
    expect(await burst('a', 1)).toBe(0);
    pass(1);
    expect(await burst('a', 10)).toBe(10);
    pass(149);
    expect(await burst('a', 1)).toBe(0);
    pass(1);
    expect(await burst('a', 10)).toBe(10);
  });

  test('never loses a slot to a request that was not sent', async () => {
    const { take, burst, pass } = aLimiter({ clientLimit: 20 });
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => take('a')));
    verdicts.forEach((verdict) => verdict.kind === 'granted' && verdict.responded());
    pass(1_001);
    expect(await burst('a', 20)).toBe(20);
  });

  test('never gets more than 20 requests in any one-second window, regardless of the timing and response times', async () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 200 }),
      client: fc.integer({ min: 0, max: 5 }),
      burst: fc.integer({ min: 1, max: 30 }),
      delay: fc.integer({ min: 0, max: 600 }),
      journey: fc.integer({ min: 0, max: 250 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 80 }),
        fc.integer({ min: 1, max: 20 }),
        async (steps, clientLimit) => {
          const { take, pass, now } = aLimiter({ clientLimit });
          const seen: number[] = [];
          const underWay: { grant: RequestGrant; sentAt: number; seenAt: number; respondedAt: number }[] = [];
          const happen = () => {
            for (const request of [...underWay]) {
              if (request.sentAt <= now()) request.grant.sent();
              if (request.respondedAt > now()) continue;
              seen.push(request.seenAt);
              request.grant.responded();
              underWay.splice(underWay.indexOf(request), 1);
            }
          };
          for (const { wait, client, burst, delay, journey } of steps) {
            for (let passed = 0; passed < wait; passed += 10) {
              pass(10);
              happen();
            }
            for (let index = 0; index < burst; index += 1) {
              const verdict = await take(`client ${client}`);
              if (verdict.kind !== 'granted') continue;
              const sentAt = now() + Math.floor((delay * (index % 4)) / 30) * 10;
              const seenAt = sentAt + Math.floor((journey * (index % 3)) / 20) * 10;
              underWay.push({ grant: verdict, sentAt, seenAt, respondedAt: seenAt + (index % 2) * 400 });
            }
            happen();
          }
          for (let passed = 0; passed < 2_000; passed += 10) {
            pass(10);
            happen();
          }
          expect(underWay).toEqual([]);
          seen.sort((a, b) => a - b);
          seen.forEach((at, index) =>
            expect(seen.slice(index).filter((other) => other - at < 1_000).length).toBeLessThanOrEqual(20),
          );
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);
});

describe('a client', () => {
  test('alone can use its limit, and the rest stays free for others', async () => {
    const { burst } = aLimiter();
    expect(await burst('flood', 100)).toBe(16);
    expect(await burst('polite', 4)).toBe(4);
  });

  test('alone can use everything if the setting says so', async () => {
    const { burst } = aLimiter({ clientLimit: 20 });
    expect(await burst('flood', 100)).toBe(20);
  });

  test('never gets more than its limit, however low that is', async () => {
    const { burst } = aLimiter({ clientLimit: 3 });
    expect(await burst('a', 10)).toBe(3);
    expect(await burst('b', 10)).toBe(3);
  });

  test('that sends four requests per second is never rejected while two others flood', async () => {
    const { burst, pass } = aLimiter();
    let granted = 0;
    for (let tick = 0; tick < 1_000; tick += 1) {
      await burst('flood one', 3);
      await burst('flood two', 3);
      if (tick % 25 === 0) granted += await burst('polite', 1);
      pass(10);
    }
    expect(granted).toBe(40);
  });

  test('that floods gets what others leave, so the store is not idle', async () => {
    const { burst, pass } = aLimiter();
    let flood = 0;
    for (let tick = 0; tick < 1_000; tick += 1) {
      flood += await burst('flood', 3);
      if (tick % 50 === 0) await burst('polite', 1);
      pass(10);
    }
    expect(flood).toBeGreaterThanOrEqual(140);
  });

  test('that is rejected and retries when asked to is let through', async () => {
    const { burst, take, pass } = aLimiter();
    await burst('a', 16);
    pass(350);
    const refused = await take('a');
    expect(refused).toEqual({ kind: 'refused', reason: 'client', retryAfter: 651 });
    pass(651);
    expect((await take('a')).kind).toBe('granted');
  });

  test('is forgotten after a second, so that memory does not grow with callers', async () => {
    const { take, burst, pass } = aLimiter();
    for (let caller = 0; caller < 5_000; caller += 1) {
      const verdict = await take(`10.0.${caller >> 8}.${caller & 255}`);
      if (verdict.kind === 'granted') verdict.responded();
    }
    expect(await burst('late', 20)).toBe(0);
    pass(1_001);
    // As for a single caller: the 5,000 no longer count.
    expect(await burst('late', 20)).toBe(16);
  });
});

describe('a rejection', () => {
  const reasonFor = async ({ take }: Pick<ReturnType<typeof aLimiter>, 'take'>, client: string) => {
    const verdict = await take(client);
    return verdict.kind === 'refused' ? verdict.reason : verdict.kind;
  };

  test('is for the client’s share while the rest is reserved for others', async () => {
    const limiter = aLimiter();
    await limiter.burst('a', 16);
    expect([await reasonFor(limiter, 'a'), await reasonFor(limiter, 'b')]).toEqual(['client', 'granted']);
  });

  test('is for the client’s share while its neighbors in an IPv6 network have theirs', async () => {
    const limiter = aLimiter();
    await limiter.burst('2001:db8:0:1::1', 1);
    await limiter.burst('2001:db8:0:2::1', 16);
    expect(await reasonFor(limiter, '2001:db8:0:2::1')).toBe('client');
  });

  test('is for the store’s limit once others have used up the rest, or one client may use everything', async () => {
    const shared = aLimiter();
    await shared.burst('a', 10);
    await shared.burst('b', 5);
    await shared.burst('c', 5);
    const open = aLimiter({ clientLimit: 20 });
    await open.burst('a', 20);
    expect([await reasonFor(shared, 'd'), await reasonFor(open, 'a')]).toEqual(['store', 'store']);
  });

  test('is for the pause that the store ordered, also while only half as much is admitted after it', async () => {
    const limiter = aLimiter({ clientLimit: 20 });
    limiter.limits.pause('store', seconds(2));
    const during = await reasonFor(limiter, 'a');
    limiter.pass(2_001);
    expect(await limiter.burst('a', 20)).toBe(10);
    expect([during, await reasonFor(limiter, 'a')]).toEqual(['pause', 'pause']);
  });
});

test('memory for callers is limited, no matter which addresses they make up', () => {
  const asking = createAskingClients({ knownFor: seconds(1), mostKnown: 20 });
  for (let caller = 0; caller < 50_000; caller += 1)
    asking.note([`a${caller % 500}`, `b${caller % 700}`, `c${caller}`], 0);
  for (const client of [
    ['a1', 'b1', 'c1'],
    ['a-new', 'b', 'c'],
  ]) {
    for (const count of asking.note(client, 0)) expect(count).toBeLessThanOrEqual(21);
  }
});
