import { describe, expect, test } from 'vitest';
import { createStoredSecretsCheck } from '../../server/src/health/checks/stored-secrets';
import { milliseconds } from '../../server/src/lib/durations';
import { readFixedSettings } from '../../server/src/settings/fixed-settings';
import { createSealer } from '../../server/src/settings/sealed-secrets';
import { createSettingsService } from '../../server/src/settings/settings-service';
import type { StoredSetting } from '../../server/src/settings/settings-store';
import { memorySettings } from '../support/instances/memory-settings';

const token = 'a-purge-token-of-thirty-characters';
const signing = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const fastly = { key: 'cdn', kind: 'fastly', serviceId: 'abc' } as const;
const hook = { key: 'next', kind: 'webhook', url: 'https://shop.example.com/hook' } as const;
const clock = { now: () => new Date(0), monotonic: () => milliseconds(0), wait: () => Promise.resolve() };
const variable = 'COMMERCE_BRIDGE_PURGE_TARGETS';

function aService({
  variables = {},
  hostKey = 'host key',
}: { variables?: Record<string, string>; hostKey?: string } = {}) {
  const rows = new Map<string, StoredSetting>();
  const settingsWith = (key: string) =>
    createSettingsService({
      store: memorySettings(rows),
      fixed: readFixedSettings(variables, {}),
      sealer: key === '' ? null : createSealer(key),
      clock,
    });
  return { rows, settings: settingsWith(hostKey), settingsWith };
}

test('the secrets of purge targets are stored sealed, shown by their end only, and redacted', async () => {
  const { settings, rows } = aService();
  const { purgeTargets } = await settings.update({ purgeTargets: [{ ...fastly, secret: token }] });
  expect(purgeTargets).toEqual([
    { ...fastly, soft: false, secret: { isSet: true, lastFour: 'ters', enterAgain: false } },
  ]);
  expect(JSON.stringify([...rows])).not.toContain(token);
  expect(settings.secrets().secrets).toContain(token);
  expect((await settings.read()).purgeSecrets.get('cdn')).toMatchObject({ value: token });
});

test('what the page shows can be sent back: a secret stays, also when other targets come and go', async () => {
  const { settings } = aService();
  const first = await settings.update({ purgeTargets: [{ ...fastly, secret: token }] });
  await settings.update({ purgeTargets: first.purgeTargets });
  await settings.update({ purgeTargets: [...first.purgeTargets, { ...hook, secret: signing }] });
  const { purgeSecrets } = await settings.read();
  expect([purgeSecrets.get('cdn'), purgeSecrets.get('next')]).toMatchObject([{ value: token }, { value: signing }]);
  await settings.update({ purgeTargets: [{ ...hook }] });
  await settings.update({ purgeTargets: [{ ...hook }, { ...fastly, secret: 'another-token' }] });
  expect((await settings.read()).purgeSecrets.get('cdn')).toMatchObject({ value: 'another-token' });
});

test('a target without its secret is rejected; Varnish has none', async () => {
  const { settings } = aService();
  await expect(settings.update({ purgeTargets: [fastly] })).rejects.toThrow('cdn needs its secret');
  const varnish = { key: 'edge', kind: 'varnish', url: 'http://varnish:6081' };
  const { purgeTargets } = await settings.update({ purgeTargets: [varnish] });
  expect(purgeTargets).toMatchObject([{ ...varnish, method: 'PURGE', soft: false }]);
});

test('a stored secret is not sent to another URL, nor to a target of another kind', async () => {
  const { settings } = aService();
  await settings.update({ purgeTargets: [{ ...hook, secret: signing }] });
  const moved = { ...hook, url: 'https://attacker.example.com' };
  await expect(settings.update({ purgeTargets: [moved] })).rejects.toThrow('give the secret again');
  await expect(settings.update({ purgeTargets: [{ ...fastly, key: 'next' }] })).rejects.toThrow(
    'give the secret again',
  );
  await settings.update({ purgeTargets: [{ ...moved, secret: signing }] });
});

test.each([
  ['no list', { nothing: token }],
  ['a kind that there is none of', [{ ...fastly, kind: 'akamai', secret: token }]],
  ['a field that the kind does not have', [{ ...fastly, token }]],
  ['a key with capital letters', [{ ...fastly, key: 'CDN', secret: token }]],
  ['credentials in the URL', [{ ...hook, url: `https://user:${token}@shop.example.com`, secret: signing }]],
  ['another protocol', [{ ...hook, url: 'file:///etc/passwd', secret: signing }]],
  ['a signing secret that is too short', [{ ...hook, secret: 'short' }]],
  ['a secret with a line break', [{ ...fastly, secret: `${token}\n${token}` }]],
  ['an id that would lead elsewhere', [{ ...fastly, serviceId: '../../user', secret: token }]],
])('%s is rejected, without the value in the message', async (_what, purgeTargets) => {
  const refused = await aService()
    .settings.update({ purgeTargets })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ problems: [{ name: 'purgeTargets', code: 'purge_targets' }] });
  expect(String(refused)).not.toContain(token);
});

test('two targets cannot have one key', async () => {
  const twice = [fastly, fastly].map((target) => ({ ...target, secret: token }));
  await expect(aService().settings.update({ purgeTargets: twice })).rejects.toThrow(
    'Two purge targets have the key cdn',
  );
});

test('targets from the environment are used, shown without secrets, and cannot be changed', async () => {
  const { settings } = aService({
    variables: { [variable]: JSON.stringify([{ ...fastly, secret: token }]) },
    hostKey: '',
  });
  const view = await settings.view();
  expect(view.purgeTargets).toMatchObject([{ key: 'cdn', secret: { isSet: true, lastFour: 'ters' } }]);
  expect(view.locked['purgeTargets']).toEqual({ source: 'environment', name: variable });
  expect((await settings.read()).purgeSecrets.get('cdn')).toMatchObject({ value: token });
  await settings.update({ purgeTargets: view.purgeTargets });
  await expect(settings.update({ purgeTargets: [] })).rejects.toThrow(variable);
});

test.each(['no JSON', JSON.stringify([{ ...fastly, token }]), JSON.stringify([fastly])])(
  'unusable targets in the environment stop the boot: %s',
  (text) => {
    expect(() => readFixedSettings({ [variable]: text }, {})).toThrow(variable);
  },
);

test('without the key that sealed them, secrets show as to be entered again', async () => {
  const { settings, settingsWith } = aService();
  await settings.update({ purgeTargets: [{ ...fastly, secret: token }] });
  const later = settingsWith('another key');
  expect((await later.view()).purgeTargets).toMatchObject([{ secret: { isSet: false, enterAgain: true } }]);
  await expect(later.update({ purgeTargets: [{ ...fastly, soft: true }] })).rejects.toThrow('needs its secret');
});

describe('when the secrets of two targets can no longer be decrypted', () => {
  const unreadable = { isSet: false, lastFour: null, enterAgain: true };

  async function afterAnotherKey(hostKey = 'another key') {
    const { rows, settings, settingsWith } = aService();
    await settings.update({
      purgeTargets: [
        { ...fastly, secret: token },
        { ...hook, secret: signing },
      ],
    });
    const later = settingsWith(hostKey);
    const [cdn, next] = (await later.view()).purgeTargets;
    if (!cdn || !next) return expect.unreachable();
    return { rows, settingsWith, later, cdn, next };
  }

  test('they are entered again one after the other', async () => {
    const { later, cdn, next } = await afterAnotherKey();
    const [, waiting] = (await later.update({ purgeTargets: [{ ...cdn, secret: token }, next] })).purgeTargets;
    expect(waiting).toEqual({ ...hook, secret: unreadable });
    expect((await later.read()).purgeSecrets.get('next')).toEqual({ kind: 'unreadable' });
    const shown = (await later.view()).purgeTargets;
    const whole = await later.update({ purgeTargets: [shown[0], { ...next, secret: signing }] });
    expect(whole.purgeTargets.map(({ secret }) => secret)).toMatchObject([{ isSet: true }, { isSet: true }]);
  });

  test.each([
    ['with another key', 'another key'],
    ['without a key', ''],
  ])('one is removed, or a target without a secret is added, %s', async (_how, hostKey) => {
    const { later, settingsWith, cdn, next } = await afterAnotherKey(hostKey);
    const varnish = { key: 'edge', kind: 'varnish', url: 'http://varnish:6081' };
    const { purgeTargets } = await later.update({ purgeTargets: [next, varnish] });
    expect(purgeTargets).toMatchObject([{ key: 'next', secret: unreadable }, { secret: { enterAgain: false } }]);
    await expect(later.update({ purgeTargets: [cdn, next] })).rejects.toThrow('cdn needs its secret');
    // The former key still decrypts what nobody has entered again.
    expect((await settingsWith('host key').view()).purgeTargets[0]).toMatchObject({ secret: { isSet: true } });
  });

  test('neither is kept for another URL or another kind', async () => {
    const { later, cdn, next } = await afterAnotherKey();
    const moved = { ...next, url: 'https://attacker.example.com' };
    await expect(later.update({ purgeTargets: [cdn, moved] })).rejects.toThrow('next needs its secret');
    await expect(later.update({ purgeTargets: [{ ...fastly, key: 'next' }] })).rejects.toThrow('next needs its secret');
  });

  test('health names them, and no target that has no secret', async () => {
    const { later, cdn, next } = await afterAnotherKey();
    const varnish = { key: 'edge', kind: 'varnish', url: 'http://varnish:6081' };
    const check = createStoredSecretsCheck({ readSecrets: () => later.read() });
    const context = { now: clock.now(), previousAt: null, signal: new AbortController().signal };
    await later.update({ purgeTargets: [cdn, next, varnish] });
    expect(await check.run(context)).toMatchObject([
      { code: 'purge_secrets_unreadable', values: { targets: 'cdn, next' } },
    ]);
    await later.update({ purgeTargets: [{ ...cdn, secret: token }, next, varnish] });
    expect(await check.run(context)).toMatchObject([{ code: 'purge_secrets_unreadable', values: { targets: 'next' } }]);
  });
});

test('without a key of the host, no secret is stored', async () => {
  const { settings } = aService({ hostKey: '' });
  await expect(settings.update({ purgeTargets: [{ ...fastly, secret: token }] })).rejects.toThrow('encryptionKey');
});
