import { describe, expect, test } from 'vitest';
import { hours, milliseconds, minutes, seconds } from '../../../server/src/lib/durations';
import type { LeaseStore } from '../../../server/src/lib/lease';
import { UpstreamUnavailableError, upstreamHttpError } from '../../../server/src/upstream/http/upstream-errors';
import { settled } from '../../support/time/clocks';
import { aSite, aTarget, refusal } from '../../support/instances/token-instances';

const valueOf = async (token: Promise<{ value: string }>) => (await token).value;
const target = aTarget();

describe('a token that upstream rejects', () => {
  test('is replaced once, however many requests were rejected with it', async () => {
    const { anInstance, minted } = aSite();
    const tokens = anInstance();
    const refused = await tokens.current(target);
    tokens.confirm(refused);
    const values = await Promise.all(Array.from({ length: 20 }, () => valueOf(tokens.replace(target, refused))));
    expect(new Set(values)).toEqual(new Set(['token-2']));
    expect(await valueOf(tokens.replace(target, refused))).toBe('token-2');
    expect(minted).toHaveLength(2);
  });

  test('is replaced by the one that another instance minted', async () => {
    const { anInstance, minted } = aSite();
    const [one, other] = [anInstance(), anInstance()];
    const refused = await one.current(target);
    await other.current(target);
    one.confirm(refused);
    other.confirm(refused);
    expect(await valueOf(one.replace(target, refused))).toBe('token-2');
    expect(await valueOf(other.replace(target, refused))).toBe('token-2');
    expect(minted).toHaveLength(2);
  });

  test('is not replaced right after it was minted: the next would be rejected, too', async () => {
    const { anInstance, minted, clock } = aSite();
    const tokens = anInstance();
    const refused = await tokens.current(target);
    await expect(tokens.replace(target, refused)).rejects.toMatchObject({ code: 'storefront_token_refused' });
    expect(minted).toHaveLength(1);
    await clock.advance(minutes(1));
    expect(await valueOf(tokens.replace(target, refused))).toBe('token-2');
  });

  test('is replaced even if the clock was set back after it was minted', async () => {
    const { anInstance, clock } = aSite();
    const tokens = anInstance();
    const refused = await tokens.current(target);
    clock.setBack(hours(2));
    expect(await valueOf(tokens.replace(target, refused))).toBe('token-2');
  });

  test('is replaced a minute after a replaced one was rejected as well, even if the clock was set back', async () => {
    const { anInstance, clock } = aSite();
    const tokens = anInstance();
    const refused = await tokens.current(target);
    tokens.confirm(refused);
    tokens.replacedInVain(target);
    clock.setBack(hours(2));
    await expect(tokens.replace(target, refused)).rejects.toMatchObject({ code: 'storefront_token_refused' });
    await clock.advance(minutes(1));
    expect(await valueOf(tokens.replace(target, refused))).toBe('token-2');
  });
});

describe('a token that cannot be minted', () => {
  test('is not requested again within a minute after upstream refused, and the reason is kept', async () => {
    const { anInstance, minted, clock, meet, vault } = aSite();
    const tokens = anInstance();
    meet(() => Promise.reject(refusal(403)));
    for (let request = 0; request < 5; request += 1)
      await expect(tokens.current(target)).rejects.toMatchObject({ status: 403 });
    expect(minted).toHaveLength(1);
    expect(await vault.readRefusal()).toEqual({
      account: target.account,
      channelId: target.channelId,
      isScopeMissing: true,
      message: expect.stringContaining('returned 403: No'),
      reason: { code: 'upstream_scope_missing', values: expect.objectContaining({ status: 403 }) },
    });

    meet(null);
    await clock.advance(minutes(1));
    expect(await valueOf(tokens.current(target))).toBe('token-2');
    expect(await vault.readRefusal()).toBeNull();
  });

  test('is requested again a second later if the request was not even sent', async () => {
    const { anInstance, clock, wait, minted } = aSite();
    const tokens = anInstance();
    wait((signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))));
    const first = expect(tokens.current(target)).rejects.toMatchObject({ code: 'time_limit' });
    await clock.advance(seconds(15));
    await first;
    wait(null);
    await clock.advance(seconds(1));
    expect(await valueOf(tokens.current(target))).toBe('token-1');
    expect(minted).toHaveLength(1);
  });

  test('is requested again a minute later even if the clock was set back', async () => {
    const { anInstance, clock, meet } = aSite();
    const tokens = anInstance();
    meet(() => Promise.reject(refusal(503)));
    await expect(tokens.current(target)).rejects.toMatchObject({ status: 503 });
    meet(null);
    clock.setBack(hours(2));
    await clock.advance(minutes(1));
    expect(await valueOf(tokens.current(target))).toBe('token-2');
  });

  test('is requested immediately for another channel', async () => {
    const { anInstance, meet } = aSite();
    const tokens = anInstance();
    meet(() => Promise.reject(refusal(422)));
    await expect(tokens.current(target)).rejects.toMatchObject({ status: 422 });
    meet(null);
    expect(await valueOf(tokens.current(aTarget({ channelId: 2 })))).toBe('token-2');
  });

  test('is requested immediately with another access token', async () => {
    const { anInstance, meet } = aSite();
    const tokens = anInstance();
    meet(() => Promise.reject(refusal(401)));
    await expect(tokens.current(target)).rejects.toMatchObject({ status: 401 });
    meet(null);
    expect(await valueOf(tokens.current(aTarget({ accessToken: 'access-2' })))).toBe('token-2');
  });

  test.each([
    ['down', new UpstreamUnavailableError('down', { method: 'POST', path: '/x', reason: 'network' }), 60],
    [
      'busy',
      upstreamHttpError({ method: 'POST', path: '/x', status: 429, upstreamMessage: null, retryAfter: seconds(12) }),
      60,
    ],
    [
      'busy for long',
      upstreamHttpError({ method: 'POST', path: '/x', status: 429, upstreamMessage: null, retryAfter: seconds(90) }),
      90,
    ],
    ['busy without a word', refusal(429), 60],
    ['broken', refusal(500), 60],
  ])(
    'because upstream is %s is requested again after a minute, or as Retry-After says, and no refusal is kept',
    async (_, error, pause) => {
      const { anInstance, minted, clock, meet, vault } = aSite();
      const tokens = anInstance();
      meet(() => Promise.reject(error));
      await expect(tokens.current(target)).rejects.toBe(error);
      await clock.advance(milliseconds(pause * 1_000 - 1));
      await expect(tokens.current(target)).rejects.toBe(error);
      expect(minted).toHaveLength(1);
      expect(await vault.readRefusal()).toBeNull();
      await clock.advance(milliseconds(1));
      meet(null);
      expect(await valueOf(tokens.current(target))).toBe('token-2');
    },
  );

  test('because upstream does not respond times out after 15 seconds, and releases the lease', async () => {
    const { anInstance, clock, meet } = aSite();
    meet(() => new Promise(() => undefined));
    const waiting = expect(anInstance().current(target)).rejects.toMatchObject({ code: 'time_limit' });
    await clock.advance(seconds(15));
    await waiting;
    meet(null);
    expect(await valueOf(anInstance().current(target))).toBe('token-2');
  });

  test('because another instance never releases the lease times out after 20 seconds, even if the clock was set back', async () => {
    const { anInstance, clock } = aSite();
    const taken: LeaseStore = { acquire: async () => false, renew: async () => false, release: async () => undefined };
    const waiting = expect(anInstance({ leases: taken }).current(target)).rejects.toThrow(
      'another instance of the site took too long',
    );
    clock.setBack(hours(2));
    await clock.advance(seconds(21));
    await waiting;
  });

  test('because the database was away is looked for again a second later', async () => {
    const { anInstance, leases, clock } = aSite();
    let isAway = true;
    const acquire: LeaseStore['acquire'] = (lease) =>
      isAway ? Promise.reject(new Error('Connection terminated')) : leases.acquire(lease);
    const tokens = anInstance({ leases: { ...leases, acquire } });
    await expect(tokens.current(target)).rejects.toThrow('Connection terminated');
    isAway = false;
    await expect(tokens.current(target)).rejects.toThrow('Connection terminated');
    await clock.advance(seconds(1));
    expect(await valueOf(tokens.current(target))).toBe('token-1');
  });

  test('is not requested again within a minute, even if the database is away when upstream refuses', async () => {
    const { anInstance, minted, clock, meet, database } = aSite();
    const tokens = anInstance();
    meet(() => Promise.reject(refusal(403)));
    database.isAway = true;
    await expect(tokens.current(target)).rejects.toMatchObject({ status: 403 });
    await clock.advance(seconds(59));
    await expect(tokens.current(target)).rejects.toMatchObject({ status: 403 });
    expect(minted).toHaveLength(1);
  });

  test('because the site stops fails immediately, even while waiting for another instance', async () => {
    const { anInstance, meet } = aSite();
    const [minting, waiting] = [anInstance(), anInstance()];
    meet((signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))));
    const ended = [minting, waiting].map((tokens) => expect(tokens.current(target)).rejects.toThrow('the site stops'));
    await settled();
    await Promise.all([waiting.stop(), minting.stop(), ...ended]);
  });
});
