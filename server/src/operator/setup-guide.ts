import { z } from 'zod';
import type { ConnectionTest } from '../../../contracts/admin/settings';
import type { SetupProgress } from '../../../contracts/admin/setup';
import type { StateStore } from '../database/knex-state-store';
import { digestOf } from '../health/read-status-facts';
import type { ConnectionCandidate } from '../settings/connection-test';
import type { SettingsService } from '../settings/settings-service';

const testedName = 'setup.tested';
const skippedName = 'setup.webhooksSkipped';

/** The progress of the setup guide, stored so that a completed step stays completed while the store is unreachable. */
export function createSetupGuide({
  state,
  settings,
  reportedSince,
}: {
  state: StateStore;
  settings: Pick<SettingsService, 'read'>;
  reportedSince: (storeHash: string) => Promise<Date | null>;
}) {
  return {
    async progress(): Promise<SetupProgress> {
      const given = await settings.read();
      const { storeHash } = given.plain;
      return {
        tested: (await state.read(testedName, z.string())) === digestOf(given),
        registered: storeHash !== null && (await reportedSince(storeHash)) !== null,
        webhooksSkipped: storeHash !== null && (await state.read(skippedName, z.string())) === storeHash,
      };
    },

    /** Remembers that the stored credentials have every required scope. */
    async noteTest(candidate: ConnectionCandidate, test: ConnectionTest): Promise<void> {
      const isStored = Object.values(candidate).every((value) => value === undefined);
      if (!isStored || test.kind !== 'connected') return;
      if (test.scopes.some(({ required, granted }) => required && !granted)) return;
      await state.write(testedName, digestOf(await settings.read()));
    },

    /** Skips webhooks for the store in the settings only, not for another one. */
    async skipWebhooks(): Promise<void> {
      await state.write(skippedName, (await settings.read()).plain.storeHash);
    },
  };
}
