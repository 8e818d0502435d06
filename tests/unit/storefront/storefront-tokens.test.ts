import { describe, expect, test } from 'vitest';
import { hours, milliseconds, minutes, seconds } from '../../../server/src/lib/durations';
import { createSealer } from '../../../server/src/settings/sealed-secrets';
import { createTokenVault } from '../../../server/src/storefront/token-vault';
import { settled } from '../../support/time/clocks';
import { memoryState } from '../../support/instances/memory-stores';
import { aSite, aTarget, refusal } from '../../support/instances/token-instances';

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

  test('is available after a restart, encrypted until then', async () => {
    const { anInstance, minted, rows } = aSite();
    await anInstance().current(target);
    expect(await valueOf(anInstance().current(target))).toBe('token-1');
    expect(minted).toHaveLength(1);
    expect([...rows.values()].join()).not.toContain('token-1');
    expect([...rows.values()].join()).not.toContain('access-1');
  });

  test('is used even if the database is away when it was minted', async () => {
    const { anInstance, minted, leases, logger, database } = aSite();
    const release = () => Promise.reject(new Error('Connection terminated'));
    const tokens = anInstance({ leases: { ...leases, release } });
    database.isAway = true;
    expect(await valueOf(tokens.current(target))).toBe('token-1');
    expect(await valueOf(tokens.current(target))).toBe('token-1');
    expect(minted).toHaveLength(1);
    expect(logger.lines.filter(({ level }) => level === 'warn')).not.toEqual([]);
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

  test('is a different one for another account or channel', async () => {
    const { anInstance } = aSite();
    const tokens = anInstance();
    expect(await valueOf(tokens.current(target))).toBe('token-1');
    expect(await valueOf(tokens.current(aTarget({ accessToken: 'access-2' })))).toBe('token-2');
    expect(await valueOf(tokens.current(aTarget({ accessToken: 'access-2', channelId: 2 })))).toBe('token-3');
    expect(await valueOf(anInstance().current(aTarget({ accessToken: 'access-2', channelId: 2 })))).toBe('token-3');
  });

  test('is minted again if it was encrypted with another key', async () => {
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
  test('happens four hours before expiry, while requests continue with the old one', async () => {
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

  test('uses the token that another instance has already renewed', async () => {
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

  test('that fails is logged once, retried later, and affects nobody while the old one is valid', async () => {
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

  test('delays requests when less than a minute is left', async () => {
    const { anInstance, clock } = aSite();
    const tokens = anInstance();
    await tokens.current(target);
    await clock.advance(milliseconds(hours(24) - minutes(1) + 1));
    expect(await valueOf(tokens.current(target))).toBe('token-2');
  });
});
