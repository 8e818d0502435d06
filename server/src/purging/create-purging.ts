import type { PurgeTarget, PurgeTest, TargetState } from '../../../contracts/admin/purging';
import type { Foundation } from '../database/create-foundation';
import type { Transaction } from '../database/database';
import type { Instances } from '../instances/create-instances';
import { codedReasonOf } from '../lib/coded-reason';
import { seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import { withTimeLimit } from '../lib/time-limit';
import { type CatalogHook, createChangeHook, hookName } from '../outbox/change-hook';
import { createOutbox } from '../outbox/create-outbox';
import { knownCauses } from '../outbox/known-causes';
import { shownIn } from '../settings/shown-settings';
import type { Settings, SettingsService } from '../settings/settings-service';
import { createFormerResponses } from './former-responses';
import { createPurgeTarget, type MarketsToPurge, type PurgingTarget } from './purge-target';
import { createSendPurge } from './send-purge';
import { presentProgress } from './target-state';
import { createUntilShown } from './until-shown';

export interface PurgingParts extends Foundation, MarketsToPurge {
  settings: SettingsService;
  random: () => number;
  /** Looks for committed changes. Resolves with whether this instance shows all of them. */
  lookNow: () => Promise<boolean>;
  /** Makes the site's other instances look for committed changes, too. */
  notifyOthers: Instances['notifyOthers'];
  /** `onCatalogChange` of the site; null if it has none. */
  hook: CatalogHook | null;
  /** Calls the listener whenever something was put into the outbox. */
  onOutbox: (listener: () => void) => void;
  /** Notifies external systems that everything is outdated, once this transaction commits. */
  outdateOutside: (within: Transaction) => Promise<void>;
}

// An administrator is waiting.
const testLimit = seconds(10);

/** Joins what notifies caches in front of the site, and the site's own function, of changes. */
export function createPurging({ hook, settings, ...parts }: PurgingParts) {
  const send = createSendPurge({ clock: parts.clock, redact: parts.knownSecrets.redact });
  const untilShown = createUntilShown(parts);
  const hooks = hook === null ? [] : [createChangeHook(hook, { clock: parts.clock, untilShown })];

  const targetOf = (target: PurgeTarget): PurgingTarget =>
    createPurgeTarget({
      target,
      secret: settings.snapshot().purgeSecrets.get(target.key),
      markets: parts,
      send,
      untilShown,
      clock: parts.clock,
    });
  const targetsIn = ({ plain }: Settings) => [...hooks, ...plain.purgeTargets.map(targetOf)];
  const outbox = createOutbox({
    ...parts,
    targets: async () => targetsIn(await settings.read()),
    recentTargets: async () => targetsIn(await settings.recent()),
  });

  const former = createFormerResponses({
    ...parts,
    current: () => JSON.stringify([parts.self.version, shownIn(settings.snapshot())]),
  });

  async function state(): Promise<TargetState[]> {
    const { purgeTargets } = (await settings.read()).plain;
    const kindOf = (name: string) => purgeTargets.find(({ key }) => key === name)?.kind ?? 'function';
    return (await outbox.progress()).map((progress) => presentProgress(progress, { kind: kindOf(progress.name) }));
  }

  return {
    outbox,
    state,
    /** To be called when this instance starts to serve responses. */
    async begin() {
      if (await former.begin()) outbox.wake();
    },
    /** To be called when it stops. */
    end: former.end,

    /** Makes a target's waiting changes due now; null if there is no such target. */
    async retry(key: string): Promise<TargetState[] | null> {
      if (!(await outbox.progress()).some(({ name }) => name === key)) return null;
      await outbox.retry(key);
      return state();
    },

    /** Null if there is no such target, or if it cannot be tested. */
    async test(key: string): Promise<PurgeTest | null> {
      const target = (await settings.read()).plain.purgeTargets.find((each) => each.key === key);
      if (target === undefined) return null;
      try {
        await withTimeLimit({ clock: parts.clock, limit: testLimit }, (signal) =>
          targetOf(target).test(parts.newId(), signal),
        );
        return { succeeded: true, error: null };
      } catch (error) {
        const words = parts.knownSecrets.redact(describeError(error));
        return { succeeded: false, error: words, ...knownCauses(codedReasonOf(error)) };
      }
    },
  };
}

export type Purging = ReturnType<typeof createPurging>;

/** The names of the targets that are notified of changes, as far as this instance knows. */
export function namesOfTargets({
  hook,
  settings,
}: {
  hook: CatalogHook | null;
  settings: Pick<SettingsService, 'snapshot'>;
}): string[] {
  const keys = settings.snapshot().plain.purgeTargets.map(({ key }) => key);
  return hook === null ? keys : [hookName, ...keys];
}
