import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hours, milliseconds } from '../../../server/src/lib/durations';
import { readFixedSettings } from '../../../server/src/settings/fixed-settings';
import { createSealer } from '../../../server/src/settings/sealed-secrets';
import { createSettingsService } from '../../../server/src/settings/settings-service';
import type { StoredSetting } from '../../../server/src/settings/settings-store';
import { ManualClock } from '../../support/time/clocks';
import { memorySettings } from '../../support/instances/memory-settings';

const secretOf = (letter: string) => letter.repeat(80);
const digestOf = (letter: string) => createHash('sha256').update(secretOf(letter)).digest('hex');

function aSite() {
  const clock = new ManualClock();
  const rows = new Map<string, StoredSetting>();
  const store = memorySettings(rows);
  const start = (variables: Record<string, string> = {}) =>
    createSettingsService({ store, fixed: readFixedSettings(variables, {}), sealer: createSealer('key'), clock });
  return { clock, rows, start };
}

async function digests(
  settings: ReturnType<ReturnType<typeof aSite>['start']>,
): Promise<{ current: unknown; retired: string[] }> {
  const { secrets, retiredWebhookSecrets } = await settings.read();
  return {
    current: secrets.webhookSecret.kind === 'set' ? secrets.webhookSecret.value : secrets.webhookSecret.kind,
    retired: retiredWebhookSecrets.map(({ digest }) => digest),
  };
}

describe('a webhook secret that is replaced', () => {
  test('is accepted for another 24 hours', async () => {
    const { clock, start } = aSite();
    const settings = start();
    await settings.update({ webhookSecret: secretOf('a') });
    await settings.update({ webhookSecret: secretOf('b') });

    const { retiredWebhookSecrets } = await settings.read();
    expect(await digests(settings)).toEqual({ current: digestOf('b'), retired: [digestOf('a')] });
    expect(retiredWebhookSecrets[0]?.acceptedUntil).toEqual(new Date(clock.now().getTime() + hours(24)));
  });

  test('is accepted next to others replaced on the same day, and forgotten later', async () => {
    const { clock, start } = aSite();
    const settings = start();
    await settings.update({ webhookSecret: secretOf('a') });
    await settings.update({ webhookSecret: secretOf('b') });
    await clock.advance(hours(23));
    await settings.update({ webhookSecret: secretOf('c') });
    expect(await digests(settings)).toEqual({ current: digestOf('c'), retired: [digestOf('b'), digestOf('a')] });

    await clock.advance(hours(1));
    await settings.update({ webhookSecret: secretOf('d') });
    expect(await digests(settings)).toEqual({ current: digestOf('d'), retired: [digestOf('c'), digestOf('b')] });
  });

  test('that is restored is no longer a replaced one', async () => {
    const { start } = aSite();
    const settings = start();
    for (const letter of ['a', 'b', 'a']) await settings.update({ webhookSecret: secretOf(letter) });
    expect(await digests(settings)).toEqual({ current: digestOf('a'), retired: [digestOf('b')] });
  });

  test('is revoked immediately, with earlier ones, when it is cleared', async () => {
    const { rows, start } = aSite();
    const settings = start();
    for (const letter of ['a', 'b']) await settings.update({ webhookSecret: secretOf(letter) });
    await settings.update({ webhookSecret: null });
    expect(await digests(settings)).toEqual({ current: 'absent', retired: [] });
    expect(rows.size).toBe(0);
  });

  test('in the environment is accepted for 24 hours after startup with the new one', async () => {
    const { clock, start } = aSite();
    await start({ COMMERCE_BRIDGE_WEBHOOK_SECRET: secretOf('a') }).noteFixedSecrets();
    await clock.advance(hours(500));
    const settings = start({ COMMERCE_BRIDGE_WEBHOOK_SECRET: secretOf('b') });
    await settings.noteFixedSecrets();
    await start({ COMMERCE_BRIDGE_WEBHOOK_SECRET: secretOf('b') }).noteFixedSecrets();

    expect(await digests(settings)).toEqual({ current: digestOf('b'), retired: [digestOf('a')] });
    expect(settings.snapshot().retiredWebhookSecrets[0]?.acceptedUntil).toEqual(
      new Date(clock.now().getTime() + milliseconds(hours(24))),
    );
  });

  test('by one in the environment, and that one by the stored one again, are accepted for 24 hours each', async () => {
    const { start } = aSite();
    await start().update({ webhookSecret: secretOf('a') });
    const fixed = start({ COMMERCE_BRIDGE_WEBHOOK_SECRET: secretOf('b') });
    await fixed.noteFixedSecrets();
    expect(await digests(fixed)).toEqual({ current: digestOf('b'), retired: [digestOf('a')] });

    const stored = start();
    await stored.noteFixedSecrets();
    expect((await digests(stored)).retired).toEqual([digestOf('a')]);
    await stored.noteRemovedSecrets();
    expect(await digests(stored)).toEqual({ current: digestOf('a'), retired: [digestOf('b')] });
  });

  test('in the environment and revoked after it was removed there is never accepted again', async () => {
    const { clock, rows, start } = aSite();
    await start({ COMMERCE_BRIDGE_WEBHOOK_SECRET: secretOf('a') }).noteFixedSecrets();
    const without = start();
    await without.noteRemovedSecrets();
    await without.update({ webhookSecret: null });
    expect(rows.size).toBe(0);

    await clock.advance(hours(500));
    const settings = start({ COMMERCE_BRIDGE_WEBHOOK_SECRET: secretOf('c') });
    await settings.noteFixedSecrets();
    expect(await digests(settings)).toEqual({ current: digestOf('c'), retired: [] });
  });

  test('leaves no unencrypted secret or digest', async () => {
    const { rows, start } = aSite();
    const settings = start();
    for (const letter of ['a', 'b']) await settings.update({ webhookSecret: secretOf(letter) });
    const stored = JSON.stringify([...rows]);
    for (const text of [secretOf('a'), secretOf('b'), digestOf('a'), digestOf('b')]) expect(stored).not.toContain(text);
  });
});
