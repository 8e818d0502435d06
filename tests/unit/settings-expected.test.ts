import { expect, test } from 'vitest';
import { milliseconds } from '../../server/src/lib/durations';
import { readFixedSettings } from '../../server/src/settings/fixed-settings';
import { createSealer } from '../../server/src/settings/sealed-secrets';
import { createSettingsService } from '../../server/src/settings/settings-service';
import { memorySettings } from '../support/instances/memory-settings';

const clock = {
  now: () => new Date('2026-01-01T00:00:00Z'),
  monotonic: () => milliseconds(0),
  wait: () => Promise.resolve(),
};
const aService = () =>
  createSettingsService({
    store: memorySettings(),
    fixed: readFixedSettings({}, {}),
    sealer: createSealer('host key'),
    clock,
  });
const market = { key: 'de', name: 'Germany', channelId: 3, currency: 'EUR', locale: 'de' };
const target = { key: 'next', kind: 'webhook', url: 'https://site.example', secret: `whsec_${'A'.repeat(44)}` };

test('an update is stored if what it expects is what the settings show, whatever the order of fields', async () => {
  const settings = aService();
  const shown = await settings.update({ markets: [market], purgeTargets: [target] });
  const reordered = shown.markets.map((each) => Object.fromEntries(Object.entries(each).reverse()));
  const expected = { markets: reordered, purgeTargets: shown.purgeTargets, accessToken: shown.accessToken };
  expect(await settings.update({ markets: [], expected })).toMatchObject({ markets: [] });
});

test('an update that expects something else is refused, with the settings that have changed', async () => {
  const settings = aService();
  const { purgeTargets, channelId } = await settings.update({ channelId: 3 });
  await settings.update({ purgeTargets: [target], markets: [market] });
  const update = { markets: [], expected: { markets: [], purgeTargets, channelId } };
  await expect(settings.update(update)).rejects.toMatchObject({
    code: 'settings_changed',
    data: { settings: 'markets, purgeTargets' },
  });
  await expect(settings.preview(update)).rejects.toMatchObject({ code: 'settings_changed' });
  expect((await settings.view()).markets).toHaveLength(1);
});

test('what an update expects must be an object', async () => {
  await expect(aService().update({ channelId: 3, expected: 'nothing' })).rejects.toMatchObject({
    code: 'invalid_settings',
    problems: [{ name: 'expected' }],
  });
});
