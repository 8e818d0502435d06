import type { SyncState } from '../../../../../contracts/admin/runs';
import type { ConnectionTest, SettingsView } from '../../../../../contracts/admin/settings';
import type { SetupProgress } from '../../../../../contracts/admin/setup';
import type { WebhooksView } from '../../../../../contracts/admin/webhooks';
import { isHarmless } from '../../../webhooks/hook-texts';

/** The guide's steps that can be completed, in order; a last one, after them, shows how to use the catalog. */
export const setupSteps = ['credentials', 'test', 'sync', 'webhooks'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** What the guide knows; undefined for facts that are not known yet, or that this administrator may not see. */
export interface SetupFacts {
  settings: Pick<SettingsView, 'storeHash' | 'accessToken'>;
  /** What the site remembers, for when the store cannot be reached. */
  progress: SetupProgress | undefined;
  /** Whether this administrator may see runs. */
  maySeeRuns: boolean;
  test: ConnectionTest | null;
  sync: SyncState | undefined;
  webhooks: WebhooksView | undefined;
}

export type StepState = 'open' | 'done' | 'skipped';

/** The state of each step: depends on the state of the site, not on who went through the guide. */
export function stepStates({ settings, progress, test, sync, webhooks }: SetupFacts): Record<SetupStep, StepState> {
  const hasSynced = sync?.hasSynced ?? false;
  // A successful run has tested the credentials, too.
  const isTested = findingOf(test) ?? (hasSynced || progress?.tested === true);
  // The others are of the site that this one was copied from.
  const ownHooks = webhooks?.hooks.filter(({ problems }) => !problems.includes('other_host')) ?? [];
  const isRegistered =
    webhooks === undefined || webhooks.problem !== null
      ? progress?.registered === true
      : ownHooks.length > 0 && ownHooks.every(({ problems }) => problems.every(isHarmless));
  return {
    credentials: doneIf(settings.storeHash !== null && settings.accessToken.isSet && !settings.accessToken.enterAgain),
    test: doneIf(isTested),
    sync: doneIf(hasSynced),
    webhooks: !isRegistered && progress?.webhooksSkipped ? 'skipped' : doneIf(isRegistered),
  };
}

const doneIf = (isDone: boolean): StepState => (isDone ? 'done' : 'open');

/** Whether the credentials passed a test; null if it was inconclusive, for example because of a network failure. */
function findingOf(test: ConnectionTest | null): boolean | null {
  if (test === null) return null;
  if (test.kind === 'connected') return test.scopes.every(({ required, granted }) => granted || !required);
  return test.reason === 'unreachable' || test.reason === 'unavailable' || test.reason === 'unexpected' ? null : false;
}

/** The first step that is open; null when none is. */
export function currentStep(states: Record<SetupStep, StepState>): SetupStep | null {
  return setupSteps.find((step) => states[step] === 'open') ?? null;
}
