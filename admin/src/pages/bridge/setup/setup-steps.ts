import type { SyncState } from '../../../../../contracts/admin/runs';
import type { ConnectionTest, SettingsView } from '../../../../../contracts/admin/settings';
import type { WebhooksView } from '../../../../../contracts/admin/webhooks';

/** The steps of the guide that get done, in their order; the last one after them shows how the catalog is used. */
export const setupSteps = ['credentials', 'test', 'sync', 'webhooks'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** What the guide knows; undefined for what is not known yet or may not be seen. */
export interface SetupFacts {
  settings: SettingsView;
  /** Whether this administrator may have the credentials tested, and may see runs. */
  mayTest: boolean;
  maySeeRuns: boolean;
  test: ConnectionTest | null;
  sync: SyncState | undefined;
  webhooks: WebhooksView | undefined;
}

/** Which steps are done. A step counts by what there is, not by who walked the guide. */
export function doneSteps({ settings, mayTest, test, sync, webhooks }: SetupFacts): Record<SetupStep, boolean> {
  const hasSynchronised = sync?.hasSynced ?? false;
  return {
    credentials: settings.storeHash !== null && settings.accessToken.isSet && !settings.accessToken.enterAgain,
    // Who may not test must not wait at this step forever: a run that went well has tested the credentials, too.
    test: mayTest
      ? test !== null && test.kind === 'connected' && test.scopes.every(({ required, granted }) => granted || !required)
      : hasSynchronised,
    sync: hasSynchronised,
    webhooks:
      webhooks !== undefined &&
      webhooks.problem === null &&
      webhooks.hooks.length > 0 &&
      webhooks.hooks.every(({ problems }) => problems.length === 0),
  };
}

/** The first step that is not done; null when all are. */
export function currentStep(done: Record<SetupStep, boolean>): SetupStep | null {
  return setupSteps.find((step) => !done[step]) ?? null;
}
