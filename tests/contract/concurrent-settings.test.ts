import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/src/database/database';
import { tables } from '../../server/src/database/tables';
import { readFixedSettings } from '../../server/src/settings/fixed-settings';
import { createKnexSettingsStore } from '../../server/src/settings/knex-settings-store';
import { createSealer, type Sealer } from '../../server/src/settings/sealed-secrets';
import { secretFromText } from '../../server/src/settings/secrets';
import { InvalidSettingsError, SettingsChangedError } from '../../server/src/settings/settings-errors';
import { createSettingsService, type SettingsService } from '../../server/src/settings/settings-service';
import { holdRows, lockWaits } from '../support/databases/lock-waits';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { ManualClock } from '../support/time/clocks';
import { eventually } from '../support/time/eventually';

const sealer = createSealer('host key');
const secretOf = (letter: string) => letter.repeat(80);
const digestOf = (letter: string) => secretFromText('webhookSecret', secretOf(letter)).value;
const fixedTo = (letter: string) => ({ COMMERCE_BRIDGE_WEBHOOK_SECRET: secretOf(letter) });

/** Calls a function when it first decrypts, which is while an instance decides what to store. */
function sealerThatCalls(whileDeciding: () => unknown): Sealer {
  let isFirst = true;
  return {
    seal: sealer.seal,
    open(purpose, sealed) {
      if (isFirst) {
        isFirst = false;
        whileDeciding();
      }
      return sealer.open(purpose, sealed);
    },
  };
}

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`settings that are changed at the same time, on ${kind.name}`, (at) => {
    let own: SharedTables;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(() => own.empty([tables.settings, tables.state]));

    function anInstance({
      database = own.database,
      variables = {},
      ...given
    }: { database?: Database; variables?: Record<string, string>; sealer?: Sealer } = {}): SettingsService {
      return createSettingsService({
        store: createKnexSettingsStore(database),
        fixed: readFixedSettings(variables, {}),
        sealer: given.sealer ?? sealer,
        clock: new ManualClock(),
      });
    }

    /** Two changes, by two instances; the second one begins while the first one decides what to store. */
    async function atOnce({
      first,
      second,
      variables: [here, there] = [{}, {}],
    }: {
      first: (settings: SettingsService) => Promise<unknown>;
      second: (settings: SettingsService) => Promise<unknown>;
      variables?: [Record<string, string>, Record<string, string>];
    }): Promise<PromiseSettledResult<unknown>[]> {
      const other = anInstance({ database: own.elsewhere, variables: there });
      let ended = 0;
      const outcomeOf = (change: Promise<unknown>) => Promise.allSettled([change.finally(() => (ended += 1))]);
      let later: Promise<PromiseSettledResult<unknown>[]> | undefined;
      const calling = sealerThatCalls(() => (later = outcomeOf(second(other))));
      // The first one cannot write before the second one has come as far as it can.
      const release = await holdRows(own.database, tables.settings);
      const sooner = outcomeOf(first(anInstance({ variables: here, sealer: calling })));
      try {
        await eventually(async () => ended + (await lockWaits(own.database)) >= 2);
      } finally {
        await release();
      }
      return [...(await sooner), ...((await later) ?? [])];
    }

    /** As on a site whose settings have never been changed. */
    const forgetLock = () => own.empty([tables.state]);

    const accepted = async () => {
      const { secrets, retiredWebhookSecrets } = await anInstance().read();
      const current = secrets.webhookSecret.kind === 'set' ? [secrets.webhookSecret.value] : [];
      return [...current, ...retiredWebhookSecrets.map(({ digest }) => digest)];
    };

    test('are checked against each other: credentials are never allowed for every origin', async () => {
      await anInstance().update({ accessToken: 'a-token-that-is-decrypted', corsOrigins: ['https://a.example'] });
      await forgetLock();
      const [first, second] = await atOnce({
        first: (settings) => settings.update({ corsOrigins: ['*'] }),
        second: (settings) => settings.update({ corsCredentials: true }),
      });
      expect(first).toMatchObject({ status: 'fulfilled', value: { corsOrigins: ['*'], corsCredentials: false } });
      expect(second).toEqual({ status: 'rejected', reason: expect.any(InvalidSettingsError) });
      expect((await anInstance().read()).plain).toMatchObject({ corsOrigins: ['*'], corsCredentials: false });
    });

    test('are refused if they are not what an update expects, so that a list keeps what the other one added', async () => {
      await anInstance().update({ accessToken: 'a-token-that-is-decrypted', corsOrigins: [] });
      await forgetLock();
      const adding = (origin: string) => ({ corsOrigins: [origin], expected: { corsOrigins: [] } });
      const [first, second] = await atOnce({
        first: (settings) => settings.update(adding('https://a.example')),
        second: (settings) => settings.update(adding('https://b.example')),
      });
      expect(first).toMatchObject({ status: 'fulfilled' });
      expect(second).toEqual({ status: 'rejected', reason: expect.any(SettingsChangedError) });
      expect((await anInstance().read()).plain.corsOrigins).toEqual(['https://a.example']);
    });

    test('never lose a webhook secret: each one that was replaced still verifies', async () => {
      await anInstance().update({ webhookSecret: secretOf('a') });
      await atOnce({
        first: (settings) => settings.update({ webhookSecret: secretOf('b') }),
        second: (settings) => settings.update({ webhookSecret: secretOf('c') }),
      });
      expect(await accepted()).toEqual(['c', 'b', 'a'].map(digestOf));
    });

    test('nor one from the environment, when two instances start with different ones', async () => {
      await anInstance({ variables: fixedTo('a') }).noteFixedSecrets();
      await atOnce({
        first: (settings) => settings.noteFixedSecrets(),
        second: (settings) => settings.noteFixedSecrets(),
        variables: [fixedTo('b'), fixedTo('c')],
      });
      expect(await accepted()).toEqual(['b', 'a'].map(digestOf));
    });

    test('are stored one after the other, also if the first update is refused', async () => {
      await anInstance().update({ accessToken: 'a-token-that-is-decrypted', channelId: 1 });
      await forgetLock();
      const [first, second] = await atOnce({
        first: (settings) => settings.update({ channelId: 2, corsOrigins: ['*'], corsCredentials: true }),
        second: (settings) => settings.update({ channelId: 3 }),
      });
      expect(first).toEqual({ status: 'rejected', reason: expect.any(InvalidSettingsError) });
      expect(second).toMatchObject({ status: 'fulfilled', value: { channelId: 3 } });
      expect((await anInstance().read()).plain).toMatchObject({ channelId: 3, corsCredentials: false });
    });
  });
}
