import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { milliseconds, seconds } from '../../../server/src/lib/durations';
import { readFixedSettings } from '../../../server/src/settings/fixed-settings';
import { createSealer } from '../../../server/src/settings/sealed-secrets';
import { createSettingsService, type SettingsService } from '../../../server/src/settings/settings-service';
import type { SettingsStore } from '../../../server/src/settings/settings-store';
import { createDeliveryRules, type DeliveryRulesSource } from '../../../server/src/webhooks/delivery-rules';
import { createStandardProof } from '../../../server/src/webhooks/standard-proof';
import { ManualClock, settled } from '../../support/time/clocks';
import { memorySettings } from '../../support/instances/memory-settings';
import { memoryState } from '../../support/instances/memory-stores';

const secretOf = (letter: string) => letter.repeat(80);
const digestOf = (letter: string) => createHash('sha256').update(secretOf(letter)).digest('hex');

let clock: ManualClock;
let reads: number;
let here: SettingsService;
let elsewhere: SettingsService;
let tokens: string[];
/** Reading the rules waits for this promise. */
let gate: Promise<void>;
let rules: DeliveryRulesSource;

beforeEach(() => {
  clock = new ManualClock();
  reads = 0;
  tokens = [];
  gate = Promise.resolve();
  const stored = memorySettings();
  const store: SettingsStore = {
    ...stored,
    readAll: () => {
      reads += 1;
      return stored.readAll();
    },
  };
  const instance = () =>
    createSettingsService({ store, fixed: readFixedSettings({}, {}), sealer: createSealer('key'), clock });
  [here, elsewhere] = [instance(), instance()];
  rules = createDeliveryRules({
    settings: here,
    tokens: { accepted: () => gate.then(() => tokens) },
    proof: createStandardProof(memoryState()),
    clock,
  });
});

const digests = async () => (await rules.current()).secrets.webhookSecrets.map(({ digest }) => digest);

describe('the rules for checking deliveries', () => {
  test('are cached for five seconds', async () => {
    await rules.current();
    const before = reads;
    for (let delivery = 0; delivery < 100; delivery += 1) await rules.current();
    expect(reads).toBe(before);
    await clock.advance(seconds(5));
    await rules.current();
    expect(reads).toBe(before + 1);
  });

  test('are read once for simultaneous deliveries', async () => {
    await Promise.all(Array.from({ length: 50 }, () => rules.current()));
    expect(reads).toBe(1);
  });

  test('follow a change on this instance immediately', async () => {
    await here.update({ webhookSecret: secretOf('a') });
    expect(await digests()).toEqual([digestOf('a')]);
    await here.update({ webhookSecret: null, webhookTimestampTolerance: 10 });
    expect(await digests()).toEqual([]);
    expect((await rules.current()).tolerance).toBe(seconds(10));
  });

  test('immediately follow a change made while they were being read', async () => {
    await here.update({ webhookSecret: secretOf('a') });
    gate = clock.wait(milliseconds(1));
    const reading = rules.current();
    await settled();
    await here.update({ webhookSecret: null });
    await clock.advance(milliseconds(1));
    await reading;
    expect(await digests()).toEqual([]);
  });

  test('follow a change on this instance for a delivery that arrives while an earlier one still reads them', async () => {
    await here.update({ webhookSecret: secretOf('a') });
    gate = clock.wait(milliseconds(1));
    const earlier = rules.current();
    await settled();
    await here.update({ webhookSecret: secretOf('b') });
    const later = digests();
    await clock.advance(milliseconds(1));
    await earlier;
    expect(await later).toEqual([digestOf('b'), digestOf('a')]);
  });

  test('are read again for a delivery that they reject while an earlier one still reads them', async () => {
    const old = await rules.current();
    await clock.advance(seconds(5));
    gate = clock.wait(milliseconds(1));
    const earlier = rules.current();
    await settled();
    await elsewhere.update({ webhookSecret: secretOf('b') });
    const newer = rules.newerThan(old);
    await clock.advance(milliseconds(1));
    await earlier;
    expect((await newer)?.secrets.webhookSecrets.map(({ digest }) => digest)).toEqual([digestOf('b')]);
  });

  test('forget within five seconds what was revoked on another instance', async () => {
    await here.update({ webhookSecret: secretOf('a') });
    await digests();
    await elsewhere.update({ webhookSecret: null });
    await clock.advance(seconds(5));
    expect(await digests()).toEqual([]);
  });

  test('are read again for a delivery that they reject', async () => {
    const old = await rules.current();
    await elsewhere.update({ webhookSecret: secretOf('b') });
    tokens = ['digest'];
    await clock.advance(milliseconds(100));
    const newer = await rules.newerThan(old);
    expect(newer?.secrets.webhookSecrets.map(({ digest }) => digest)).toEqual([digestOf('b')]);
    expect(newer?.secrets.headerTokenDigests).toEqual(['digest']);
    expect(await rules.newerThan(old)).toBe(newer);
  });

  test('are read at most ten times a second, however many forgeries arrive', async () => {
    for (let forgery = 0; forgery < 1000; forgery += 1) {
      const current = await rules.current();
      await rules.newerThan(current);
      await clock.advance(milliseconds(1));
    }
    expect(reads).toBeLessThanOrEqual(11);
  });

  test('know for which client secret the second scheme has verified', async () => {
    await here.update({ clientSecret: 'one' });
    expect((await rules.current()).secrets.standardWebhooks).toBe('unproven');
    await rules.noteProven(await rules.current());
    expect((await rules.current()).secrets.standardWebhooks).toBe('proven');
    await here.update({ clientSecret: 'two' });
    expect((await rules.current()).secrets.standardWebhooks).toBe('unproven');
  });
});
