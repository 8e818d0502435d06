import { EventEmitter, once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { config } from '../../server/src/config';
import { milliseconds } from '../../server/src/lib/durations';
import { readFixedSettings } from '../../server/src/settings/fixed-settings';
import { createSealer } from '../../server/src/settings/sealed-secrets';
import { createSettingsService } from '../../server/src/settings/settings-service';
import type { SettingsStore, StoredSetting } from '../../server/src/settings/settings-store';
import { memorySettings } from '../support/instances/memory-settings';

const token = 'an-access-token-of-forty-characters-1234';
const noFixed = readFixedSettings({}, {});
const clock = {
  now: () => new Date('2026-01-01T00:00:00Z'),
  monotonic: () => milliseconds(0),
  wait: () => Promise.resolve(),
};

function inMemoryStore(): SettingsStore & { rows: Map<string, StoredSetting> } {
  const rows = new Map<string, StoredSetting>();
  return { rows, ...memorySettings(rows) };
}

function aService({ fixed = noFixed, sealer = createSealer('host key'), store = inMemoryStore() } = {}) {
  return { store, settings: createSettingsService({ store, fixed, sealer, clock }) };
}

describe('a sealed secret', () => {
  test('can be decrypted with the same key for the same purpose, and with nothing else', () => {
    const sealed = createSealer('host key').seal('accessToken', token);
    expect(createSealer('host key').open('accessToken', sealed)).toBe(token);
    expect(createSealer('another key').open('accessToken', sealed)).toBeNull();
    expect(createSealer('host key').open('clientSecret', sealed)).toBeNull();
    expect(createSealer('host key').open('accessToken', `${sealed.slice(0, -2)}AA`)).toBeNull();
    expect(createSealer('host key').open('accessToken', 'v1.short')).toBeNull();
  });

  test('is different each time and does not contain the secret', () => {
    const sealer = createSealer('host key');
    expect(sealer.seal('accessToken', token)).not.toBe(sealer.seal('accessToken', token));
    expect(Buffer.from(sealer.seal('accessToken', token), 'base64url').toString('latin1')).not.toContain(token);
  });
});

describe('settings', () => {
  test('show a secret by its last four characters only, and store it sealed', async () => {
    const { settings, store } = aService();
    const view = await settings.update({ storeHash: 'abc123', accessToken: token });
    expect(view).toMatchObject({
      storeHash: 'abc123',
      accessToken: { isSet: true, lastFour: '1234', enterAgain: false },
    });
    expect(JSON.stringify([view, ...store.rows])).not.toContain(token);
  });

  test('keep a secret that is absent or sent back as shown, and clear it with null', async () => {
    const { settings } = aService();
    const shown = await settings.update({ accessToken: token });
    expect((await settings.update(shown)).accessToken.isSet).toBe(true);
    expect((await settings.update({ channelId: 2 })).accessToken.isSet).toBe(true);
    expect((await settings.update({ accessToken: null })).accessToken.isSet).toBe(false);
  });

  test('say "enter again" if the host’s key changed, and do not fail', async () => {
    const { settings, store } = aService();
    await settings.update({ accessToken: token });
    const { settings: withOtherKey } = aService({ sealer: createSealer('another key'), store });
    expect((await withOtherKey.view()).accessToken).toEqual({ isSet: false, lastFour: null, enterAgain: true });
  });

  test('are the newest, even if an older database read returns last', async () => {
    const store = inMemoryStore();
    const delays: Promise<void>[] = [];
    const readAll = async () => {
      const rows = new Map(store.rows);
      await delays.shift();
      return rows;
    };
    const { settings } = aService({ store: { ...store, readAll } });
    const later = new EventEmitter();
    delays.push(once(later, 'now').then(() => undefined));
    const slow = settings.read();
    await settings.update({ channelId: 2 });
    later.emit('now');
    expect((await slow).plain.channelId).toBe(2);
    expect(settings.snapshot().plain.channelId).toBe(2);
  });

  test('refuse to store a secret unencrypted if the host has no key', async () => {
    const store = inMemoryStore();
    const settings = createSettingsService({ store, fixed: noFixed, sealer: null, clock });
    await expect(settings.update({ accessToken: token })).rejects.toThrow(/admin\.secrets\.encryptionKey/);
    expect(store.rows.size).toBe(0);
    expect((await settings.view()).canStoreSecrets).toBe(false);
  });

  test('come from the environment first, say so, and then cannot be changed', async () => {
    const fixed = readFixedSettings(
      { COMMERCE_BRIDGE_STORE_HASH: 'fromenv' },
      { storeHash: 'fromconfig', channelId: 5 },
    );
    const { settings } = aService({ fixed });
    expect(await settings.view()).toMatchObject({
      storeHash: 'fromenv',
      channelId: 5,
      locked: {
        storeHash: { source: 'environment', name: 'COMMERCE_BRIDGE_STORE_HASH' },
        channelId: { source: 'config', name: 'plugins.commerce-bridge.config.channelId' },
      },
    });
    await expect(settings.update({ storeHash: 'other' })).rejects.toThrow(/COMMERCE_BRIDGE_STORE_HASH/);
    await expect(settings.update({ storeHash: 'fromenv' })).resolves.toMatchObject({ storeHash: 'fromenv' });
  });

  test('name every issue of an update at once, and store nothing of it', async () => {
    const { settings, store } = aService();
    const update = settings.update({
      storeHash: 'no spaces please',
      syncSchedule: 'often',
      channelId: 3,
      nonsense: 1,
      webhookSecret: 'short',
    });
    await expect(update).rejects.toMatchObject({
      problems: ['storeHash', 'syncSchedule', 'nonsense', 'webhookSecret'].map((name) =>
        expect.objectContaining({ name }),
      ),
    });
    expect(store.rows.size).toBe(0);
  });

  test.each(['webhook-signature', 'Webhook-Id', 'webhook-timestamp', 'x-commerce-bridge-token'])(
    'reject %s for signatures, which is the header of another proof',
    async (webhookSignatureHeader) => {
      const { settings } = aService();
      await expect(settings.update({ webhookSignatureHeader })).rejects.toThrow(/which are of the other proofs/);
      await expect(settings.update({ webhookSignatureHeader: 'X-Webhook-Signature' })).resolves.toMatchObject({
        webhookSignatureHeader: 'X-Webhook-Signature',
      });
    },
  );

  test('refuse to send the stored token to a new URL unless it is entered again', async () => {
    const { settings } = aService();
    await settings.update({ apiUrl: 'https://one.example.com', accessToken: token });
    await expect(settings.update({ apiUrl: 'https://two.example.com' })).rejects.toThrow(/give the access token again/);
    await expect(settings.update({ graphqlUrl: 'https://two.example.com/graphql' })).rejects.toThrow(
      /give the access token again/,
    );
    await expect(settings.update({ apiUrl: 'https://one.example.com', channelId: 2 })).resolves.toMatchObject({
      channelId: 2,
    });
    await expect(settings.update({ apiUrl: 'https://two.example.com', accessToken: token })).resolves.toMatchObject({
      apiUrl: 'https://two.example.com',
    });
  });

  test('refuse to send the stored trusted proxy secret to a new URL unless it is entered again', async () => {
    const { settings } = aService();
    await settings.update({ accessToken: token, trustedProxySecret: 'of-our-proxy' });
    const elsewhere = {
      graphqlUrl: 'https://two.example.com/graphql',
      apiUrl: 'https://two.example.com',
      accessToken: 'a-token-of-another-store',
    };
    await expect(settings.update(elsewhere)).rejects.toThrow(/give the trusted proxy secret again/);
    await expect(settings.update({ ...elsewhere, trustedProxySecret: 'of-our-proxy' })).resolves.toMatchObject({
      graphqlUrl: elsewhere.graphqlUrl,
    });
  });

  test.each([
    'https://ada@shop.example.com',
    'https://:hunter2@shop.example.com',
    'https://@shop.example.com',
    'https://ada:hunter2@shop.example.com/x',
    'https://shop.example.com/?',
    'https://shop.example.com?token=hunter2',
    'https://shop.example.com/x#hunter2',
    'https://shop.example.com#',
    'https://shop.example.com\\@evil.example',
    'https://shop\n.example.com',
    'https:shop.example.com',
    'https:///shop.example.com',
    'ftp://shop.example.com',
    'https:/ada:hunter2@shop.example.com',
    'https:\\\\ada:hunter2@shop.example.com',
    'https:ada:hunter2@shop.example.com',
    'ada:hunter2@shop.example.com',
    'https://ada:a/hunter2@shop.example.com',
    'https://hunter2:a#b@shop.example.com',
    'https://hunter2:a?b@shop.example.com',
    'ftp://ada:a/hunter2@shop.example.com',
  ])('reject the URL %j, which has extra parts or is ambiguous', async (address) => {
    for (const name of ['apiUrl', 'graphqlUrl', 'publicUrl']) {
      const refusal: unknown = await aService()
        .settings.update({ [name]: address, accessToken: token })
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        code: 'invalid_settings',
        message: expect.stringContaining('without credentials, query or fragment'),
      });
      expect(String(refusal)).not.toContain('hunter2');
      const variable =
        {
          apiUrl: 'COMMERCE_BRIDGE_API_URL',
          graphqlUrl: 'COMMERCE_BRIDGE_GRAPHQL_URL',
          publicUrl: 'COMMERCE_BRIDGE_PUBLIC_URL',
        }[name] ?? '';
      expect(() => readFixedSettings({ [variable]: address }, {})).toThrow(
        new RegExp(`^((?!hunter2).)*${variable}((?!hunter2).)*$`, 's'),
      );
    }
    await expect(aService().settings.update({ corsOrigins: [address] })).rejects.toMatchObject({
      code: 'invalid_settings',
    });
  });

  test('accept a product page URL with a query, as some shops have, but without credentials', async () => {
    const { settings } = aService();
    const productPageAddress = 'https://shop.example.com/?page=product&name={slug}';
    await expect(settings.update({ productPageAddress })).resolves.toMatchObject({ productPageAddress });
    await expect(
      settings.update({ productPageAddress: 'https://ada:hunter2@shop.example.com/{slug}' }),
    ).rejects.toThrow(/^((?!hunter2).)*$/s);
  });

  test('accept a product page URL with the market and its locale, in its host, too', async () => {
    const { settings } = aService();
    const productPageAddress = 'https://{market}.shop.example.com/{locale}/{slug}';
    await expect(settings.update({ productPageAddress })).resolves.toMatchObject({ productPageAddress });
    for (const refused of ['https://{market}.shop.example.com/', '{market}/{slug}'])
      await expect(settings.update({ productPageAddress: refused })).rejects.toMatchObject({
        code: 'invalid_settings',
      });
  });

  test('reject an excessively long URL, which would block the process whenever it is parsed', async () => {
    const publicUrl = `https://shop.example.com/${'/'.repeat(2_000)}x`;
    await expect(aService().settings.update({ publicUrl })).rejects.toMatchObject({ code: 'invalid_settings' });
  });

  test('never allow credentials together with every origin', async () => {
    const { settings } = aService();
    await settings.update({ corsOrigins: ['*'] });
    await expect(settings.update({ corsCredentials: true })).rejects.toThrow(/list the origins/);
  });

  test.each<[string, object, Record<string, string>]>([
    ['credentials', { corsCredentials: true }, { COMMERCE_BRIDGE_CORS_ORIGINS: '*' }],
    ['every origin', { corsOrigins: ['*'] }, { COMMERCE_BRIDGE_CORS_CREDENTIALS: 'true' }],
  ])(
    'can be saved while %s, allowed before, clash with what the environment says now',
    async (_what, stored, variables) => {
      const { settings: before, store } = aService();
      await before.update(stored);
      const { settings } = aService({ store, fixed: readFixedSettings(variables, {}) });
      const shown = await settings.update({ channelId: 2 });
      expect(shown).toMatchObject({ ...stored, channelId: 2 });
      // As they are shown, with one of them changed.
      await expect(settings.update({ ...shown, channelId: 3 })).resolves.toMatchObject({ channelId: 3 });
    },
  );

  test('keep only the digest of a webhook secret that HMAC needs', async () => {
    const { settings } = aService();
    const secret = 's'.repeat(65);
    await settings.update({ webhookSecret: secret });
    const { secrets } = await settings.read();
    expect(secrets.webhookSecret).toMatchObject({ kind: 'set', value: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });
});

describe("the operator's configuration", () => {
  const boot =
    (environment: Record<string, string>, rest: object = {}) =>
    () =>
      config.validator({ environment, ...rest });

  test('stops the boot with the key, the value, and what is allowed', () => {
    expect(boot({ COMMERCE_BRIDGE_CHANNEL_ID: 'main' })).toThrow(
      /COMMERCE_BRIDGE_CHANNEL_ID is "main"; allowed is a channel's id/,
    );
    expect(boot({ COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS: '60,soon' })).toThrow(
      /COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS is "60,soon"/,
    );
    expect(boot({}, { chanelId: 1 })).toThrow(/unknown "chanelId"; allowed are .*channelId/);
  });

  test('never repeats an invalid secret', () => {
    const stop = boot({ COMMERCE_BRIDGE_WEBHOOK_SECRET: 'too-short-secret' });
    expect(stop).toThrow(/COMMERCE_BRIDGE_WEBHOOK_SECRET \(not shown, it is a secret\).*more than 64 bytes/);
    expect(stop).not.toThrow(/too-short-secret/);
  });

  test('can be left out entirely', () => {
    expect(boot({})).not.toThrow();
  });
});
