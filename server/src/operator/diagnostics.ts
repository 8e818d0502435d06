import { diagnostics, type Diagnostics } from '../../../contracts/admin/diagnostics';
import type { DeliveryTalliesView } from '../../../contracts/admin/events';
import type { Overview, OverviewHistory } from '../../../contracts/admin/overview';
import type { RunHistory, SyncSchedule } from '../../../contracts/admin/runs';
import type { SecretView } from '../../../contracts/admin/secret-view';
import { secretNames, type SettingsView } from '../../../contracts/admin/settings';
import type { WebhooksView } from '../../../contracts/admin/webhooks';
import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import { withTimeLimit } from '../lib/time-limit';
import type { Redact } from '../lib/redaction';
import type { EventBacklog } from '../webhooks/event-queue';

export interface DiagnosticsOptions {
  clock: Clock;
  versions: () => Promise<Diagnostics['versions']>;
  /** Redacts every secret that the site knows. */
  redact: Redact;
  settings: { view(): Promise<SettingsView> };
  overview: () => Promise<Overview>;
  history: () => Promise<OverviewHistory>;
  runs: (request: { page: number; perPage: number }) => Promise<RunHistory>;
  schedule: () => Promise<SyncSchedule | null>;
  webhooks: { view(): Promise<WebhooksView> };
  backlog: Pick<EventBacklog, 'oldestDue'>;
  deliveries: () => Promise<DeliveryTalliesView>;
}

const runOfReport = diagnostics.shape.runs.element;
const shownRuns = 10;
// An administrator who has trouble with the store still wants the rest of the report.
const patience = seconds(10);

/** Collects what a support ticket needs, with every secret that the site knows redacted. */
export function createDiagnostics(options: DiagnosticsOptions): () => Promise<Diagnostics> {
  const { clock } = options;

  async function hooks(): Promise<WebhooksView> {
    try {
      return await withTimeLimit({ clock, limit: patience }, () => options.webhooks.view());
    } catch (error) {
      return { destination: null, problem: { message: describeError(error), code: null, values: {} }, hooks: [] };
    }
  }

  return async () => {
    const { counts: catalog, events, quota, health } = await options.overview();
    const { eventDelays } = await options.history();
    const { runs } = await options.runs({ page: 1, perPage: shownRuns });
    const report: Diagnostics = {
      generatedAt: clock.now().toISOString(),
      versions: await options.versions(),
      settings: withoutSecrets(await options.settings.view()),
      webhooks: await hooks(),
      runs: runs.map((run) => runOfReport.parse(run)),
      schedule: await options.schedule(),
      catalog,
      quota,
      queue: {
        counts: events,
        oldestDueAt: (await options.backlog.oldestDue())?.at.toISOString() ?? null,
        delays: eventDelays.filter(({ completed }) => completed > 0),
        deliveries: (await options.deliveries()).deliveries,
      },
      health,
    };
    return redacted(report, (text) => options.redact(text).replace(userInfo, '[redacted]@'));
  };
}

function withoutSecrets({
  accessToken,
  clientSecret,
  webhookSecret,
  trustedProxySecret,
  locked,
  canStoreSecrets,
  purgeTargets: targets,
  ...plain
}: SettingsView): Diagnostics['settings'] {
  const views = { accessToken, clientSecret, webhookSecret, trustedProxySecret };
  const purging = targets.map(({ secret, ...target }) => ({
    target,
    secret: [`purgeTargets.${target.key}`, stateOf(secret)] as const,
  }));
  const secrets = Object.fromEntries([
    ...secretNames.map((name) => [name, stateOf(views[name])] as const),
    ...purging.map(({ secret }) => secret),
  ]);
  return {
    plain: { ...plain, purgeTargets: purging.map(({ target }) => target) },
    secrets,
    locked,
    canStoreSecrets,
  };
}

const stateOf = ({ isSet, enterAgain }: SecretView) => ({ isSet, enterAgain });

/** User names and passwords in URLs are secrets, too. */
const userInfo = /(?<=\/\/)[^/?#@\s]+@/gu;

function redacted<Value>(value: Value, redact: Redact): Value {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) => (typeof each === 'string' ? redact(each) : each));
}
