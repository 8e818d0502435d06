import { describe, expect, test } from '@jest/globals';
import type { StateStore } from '../../../server/src/database/knex-state-store';
import { hours, milliseconds, minutes, seconds } from '../../../server/src/lib/durations';
import type { LeaseStore } from '../../../server/src/lib/lease';
import { createSealer } from '../../../server/src/settings/sealed-secrets';
import { accountOf, type StorefrontTarget } from '../../../server/src/storefront/storefront-target';
import { createStorefrontTokens } from '../../../server/src/storefront/storefront-tokens';
import { createTokenVault } from '../../../server/src/storefront/token-vault';
import { UpstreamUnavailableError, upstreamHttpError } from '../../../server/src/upstream/upstream-errors';
import { ManualClock, settled } from '../../support/clocks';
import { memoryLeases, memoryState } from '../../support/memory-stores';
import { createQuietLogger } from '../../support/quiet-logger';

function aTarget({ accessToken = 'access-1', channelId = 1 } = {}): StorefrontTarget {
  const connection = { apiUrl: 'https://api.example', storeHash: 'abc', accessToken };
  return { connection, channelId, graphqlUrl: 'https://store.example/graphql', account: accountOf(connection) };
}

const refusal = (status: number) =>
  upstreamHttpError({
    method: 'POST',
    path: '/v3/storefront/api-token-private',
    status,
    upstreamMessage: 'No',
    retryAfter: null,
  });

/** Instances of one site, which share a database. */
function aSite({ key = 'host key' }: { key?: string | null } = {}) {
  const clock = new ManualClock();
  const rows = new Map<string, string>();
  const remembered = memoryState();
  const state: StateStore = {
    read: (name, schema) => remembered.read(name, schema),
    write: async (name, value) => {
      rows.set(name, JSON.stringify(value));
      await remembered.write(name, value);
    },
  };
  const leases = memoryLeases(clock);
  const logger = createQuietLogger();
  const minted: { channelId: number; expiresAt: Date; accessToken: string }[] = [];
  let obstacle: ((signal: AbortSignal) => Promise<void>) | null = null;
  let holders = 0;

  const anInstance = (given: { leases?: LeaseStore } = {}) =>
    createStorefrontTokens({
      vault: createTokenVault({ state, sealer: key === null ? null : createSealer(key) }),
      leases: given.leases ?? leases,
      clock,
      logger,
      newId: () => `holder ${(holders += 1)}`,
      mint: async ({ channelId, connection }, { expiresAt, signal }) => {
        minted.push({ channelId, expiresAt, accessToken: connection.accessToken });
        const number = minted.length;
        await obstacle?.(signal);
        signal.throwIfAborted();
        return `token-${number}`;
      },
    });
  const vault = createTokenVault({ state, sealer: createSealer(key ?? 'any') });
  return {
    clock,
    rows,
    leases,
    logger,
    minted,
    anInstance,
    vault,
    meet: (next: ((signal: AbortSignal) => Promise<void>) | null) => {
      obstacle = next;
    },
  };
}

const valueOf = async (token: Promise<{ value: string }>) => (await token).value;
const target = aTarget();

describe('the storefront token', () => {
  test('is minted once for requests that come together, for the configured channel and for a day', async () => {
    const { anInstance, minted, clock } = aSite();
    const tokens = anInstance();
    const values = await Promise.all(
      Array.from({ length: 50 }, () => valueOf(tokens.current(aTarget({ channelId: 7 })))),
    );
    expect(new Set(values)).toEqual(new Set(['token-1']));
    expect(minted).toEqual([
      { channelId: 7, accessToken: 'access-1', expiresAt: new Date(clock.now().getTime() + hours(24)) },
    ]);
  });

  test('is minted once for all instances: the others wait for it', async () => {
    const { anInstance, minted, clock, meet } = aSite();
    let finish = () => undefined;
    meet(
      () =>
        new Promise<void>((resolve) => {
          finish = () => void resolve();
        }),
    );
    const values = [anInstance(), anInstance(), anInstance()].map((tokens) => valueOf(tokens.current(target)));
    await clock.advance(seconds(2));
    finish();
    await settled();
    await clock.advance(milliseconds(200));
    expect(await Promise.all(values)).toEqual(['token-1', 'token-1', 'token-1']);
    expect(minted).toHaveLength(1);
  });

  test('is there again after a restart, sealed until then', async () => {
    const { anInstance, minted, rows } = aSite();
    await anInstance().current(target);
    expect(await valueOf(anInstance().current(target))).toBe('token-1');
    expect(minted).toHaveLength(1);
    expect([...rows.values()].join()).not.toContain('token-1');
    expect([...rows.values()].join()).not.toContain('access-1');
  });

  test('stays in memory when the host has no key', async () => {
    const { anInstance, minted, rows } = aSite({ key: null });
    const tokens = anInstance();
    await tokens.current(target);
    expect(await valueOf(tokens.current(target))).toBe('token-1');
    expect(rows.get('storefront.token')).toBeUndefined();
    expect(await valueOf(anInstance().current(target))).toBe('token-2');
    expect(minted).toHaveLength(2);
  });

  test('of another account or channel is another one', async () => {
    const { anInstance } = aSite();
    const tokens = anInstance();
    expect(await valueOf(tokens.current(target))).toBe('token-1');
    expect(await valueOf(tokens.current(aTarget({ accessToken: 'access-2' })))).toBe('token-2');
    expect(await valueOf(tokens.current(aTarget({ accessToken: 'access-2', channelId: 2 })))).toBe('token-3');
    expect(await valueOf(anInstance().current(aTarget({ accessToken: 'access-2', channelId: 2 })))).toBe('token-3');
  });

  test('that another key sealed is minted anew', async () => {
    const { anInstance, rows } = aSite();
    await anInstance().current(target);
    const sealed = rows.get('storefront.token') ?? '';
    const state = memoryState();
    await state.write('storefront.token', JSON.parse(sealed));
    const withOtherKey = createTokenVault({ state, sealer: createSealer('another key') });
    expect(await withOtherKey.read(`${target.account}/1`)).toBeNull();
    expect(
      (await createTokenVault({ state, sealer: createSealer('host key') }).read(`${target.account}/1`))?.value,
    ).toBe('token-1');
  });
});

describe('renewal', () => {
  test('comes four hours before the end, beside requests that go on with the old one', async () => {
    const { anInstance, minted, clock, meet } = aSite();
    const tokens = anInstance();
    await tokens.current(target);
    await clock.advance(hours(20));
    expect(await valueOf(tokens.current(target))).toBe('token-1');
    expect(minted).toHaveLength(1);

    await clock.advance(milliseconds(1));
    let finish = () => undefined;
    meet(
      () =>
        new Promise<void>((resolve) => {
          finish = () => void resolve();
        }),
    );
    expect(await valueOf(tokens.current(target))).toBe('token-1');
    await settled();
    expect(await valueOf(tokens.current(target))).toBe('token-1');
    expect(minted).toHaveLength(2);
    finish();
    await settled();
    expect(await valueOf(tokens.current(target))).toBe('token-2');
  });

  test('that another instance did already is taken over', async () => {
    const { anInstance, minted, clock } = aSite();
    const [one, other] = [anInstance(), anInstance()];
    await one.current(target);
    await other.current(target);
    await clock.advance(hours(21));
    await one.current(target);
    await settled();
    await other.current(target);
    await settled();
    expect([await valueOf(one.current(target)), await valueOf(other.current(target))]).toEqual(['token-2', 'token-2']);
    expect(minted).toHaveLength(2);
  });

  test('that fails is told once, tried again later, and hurts nobody while the old one holds', async () => {
    const { anInstance, minted, clock, logger, meet } = aSite();
    const tokens = anInstance();
    await tokens.current(target);
    await clock.advance(hours(21));
    meet(() => Promise.reject(refusal(503)));
    for (let request = 0; request < 10; request += 1) {
      expect(await valueOf(tokens.current(target))).toBe('token-1');
      await settled();
    }
    expect(minted).toHaveLength(2);
    expect(logger.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
    meet(null);
    await clock.advance(minutes(1));
    await tokens.current(target);
    await settled();
    expect(await valueOf(tokens.current(target))).toBe('token-3');
  });

  test('is waited for when less than a minute is left', async () => {
    const { anInstance, clock } = aSite();
    const tokens = anInstance();
    await tokens.current(target);
    await clock.advance(milliseconds(hours(24) - minutes(1) + 1));
    expect(await valueOf(tokens.current(target))).toBe('token-2');
  });
});

describe('a token that upstream refuses', () => {
  test('is replaced once, however many requests were refused with it', async () => {
    const { anInstance, minted } = aSite();
    const tokens = anInstance();
    const refused = await tokens.current(target);
    tokens.confirm(refused);
    const values = await Promise.all(Array.from({ length: 20 }, () => valueOf(tokens.replace(target, refused))));
    expect(new Set(values)).toEqual(new Set(['token-2']));
    expect(await valueOf(tokens.replace(target, refused))).toBe('token-2');
    expect(minted).toHaveLength(2);
  });

  test('is replaced by the one that another instance made', async () => {
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

  test('right after it was made is not replaced: the next would be refused too', async () => {
    const { anInstance, minted, clock } = aSite();
    const tokens = anInstance();
    const refused = await tokens.current(target);
    await expect(tokens.replace(target, refused)).rejects.toMatchObject({ code: 'storefront_token_refused' });
    expect(minted).toHaveLength(1);
    await clock.advance(minutes(1));
    expect(await valueOf(tokens.replace(target, refused))).toBe('token-2');
  });
});

describe('a token that cannot be made', () => {
  test('is not asked for again within a minute when upstream said no, and what it said is kept', async () => {
    const { anInstance, minted, clock, meet, vault } = aSite();
    const tokens = anInstance();
    meet(() => Promise.reject(refusal(403)));
    for (let request = 0; request < 5; request += 1)
      await expect(tokens.current(target)).rejects.toMatchObject({ status: 403 });
    expect(minted).toHaveLength(1);
    expect(await vault.readRefusal()).toEqual({
      account: target.account,
      isScopeMissing: true,
      message: expect.stringContaining('answered 403: No'),
    });

    meet(null);
    await clock.advance(minutes(1));
    expect(await valueOf(tokens.current(target))).toBe('token-2');
    expect(await vault.readRefusal()).toBeNull();
  });

  test('is asked for at once for another channel', async () => {
    const { anInstance, meet } = aSite();
    const tokens = anInstance();
    meet(() => Promise.reject(refusal(422)));
    await expect(tokens.current(target)).rejects.toMatchObject({ status: 422 });
    meet(null);
    expect(await valueOf(tokens.current(aTarget({ channelId: 2 })))).toBe('token-2');
  });

  test('is asked for at once with another access token', async () => {
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
    'since upstream is %s is asked for again after a minute, or when it was told to, and no refusal is kept',
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

  test('since upstream is silent is given up after 15 seconds, and leaves the lease to others', async () => {
    const { anInstance, clock, meet } = aSite();
    meet(() => new Promise(() => undefined));
    const waiting = expect(anInstance().current(target)).rejects.toMatchObject({ code: 'time_limit' });
    await clock.advance(seconds(15));
    await waiting;
    meet(null);
    expect(await valueOf(anInstance().current(target))).toBe('token-2');
  });

  test('since another instance holds the lease for ever is given up after 20 seconds', async () => {
    const { anInstance, clock } = aSite();
    const taken: LeaseStore = { acquire: async () => false, renew: async () => false, release: async () => undefined };
    const waiting = expect(anInstance({ leases: taken }).current(target)).rejects.toThrow(
      'another instance of the site took too long',
    );
    await clock.advance(seconds(21));
    await waiting;
  });

  test('since the site stops ends at once, also where another instance was waited for', async () => {
    const { anInstance, meet } = aSite();
    const [minting, waiting] = [anInstance(), anInstance()];
    meet((signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))));
    const ended = [minting, waiting].map((tokens) => expect(tokens.current(target)).rejects.toThrow('the site stops'));
    await settled();
    await Promise.all([waiting.stop(), minting.stop(), ...ended]);
  });
});
