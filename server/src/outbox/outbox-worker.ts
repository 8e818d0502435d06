import type { Clock } from '../lib/clock';
import { type CodedReason, codedReasonOf } from '../lib/coded-reason';
import { hours, milliseconds, type Milliseconds, seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import { followSignals } from '../lib/follow-signals';
import type { LeaseStore, LeaseView } from '../lib/lease';
import { leaseDuration, underLease } from '../lib/lease-heartbeat';
import type { Logger } from '../lib/logger';
import type { Redact } from '../lib/redaction';
import { withTimeLimit } from '../lib/time-limit';
import { createWakeableRest } from '../lib/wakeable-rest';
import { backOff } from './back-off';
import type { OutboxQueue, ReadBatch } from './outbox-queue';
import { NotDeliveredError, type OutboxTarget, usualTimeLimit } from './outbox-target';

/** Delivers changes to targets. Every instance runs one; a lease per target lets only one of them deliver at a time. */
export interface OutboxWorker {
  /** Starts delivering at once; call it when there is something to deliver. */
  wake(): void;
  /** Runs until stopped; start it once the site accepts requests. */
  run(): Promise<void>;
  /** Waits briefly for the calls in progress; one that does not finish in time is repeated at the next start. */
  stop(): Promise<void>;
}

export interface OutboxWorkerOptions {
  queue: OutboxQueue;
  leases: LeaseStore & LeaseView;
  /** The targets at present. */
  targets: () => Promise<readonly OutboxTarget[]>;
  /** Possibly a few seconds old, which is enough to check a queue that is usually empty. */
  recentTargets: () => Promise<readonly Pick<OutboxTarget, 'name'>[]>;
  clock: Clock;
  logger: Logger;
  /** Removes known secrets from a target's response. */
  redact: Redact;
  newId: () => string;
  random: () => number;
}

const patience = seconds(5);
// How soon changes are found after their instance died without delivering them.
const lookEvery = seconds(5);
// Without targets, nothing is queued; a target that is added takes effect within this time, or with the next change.
const lookForTargets = seconds(15);
// Polling interval while another instance delivers: it may miss changes added since its last look. A poll is one
// statement.
const untilTurn = seconds(1);
// Changes made within this time (or the target's pause) after a call are delivered together by the next one.
const gather = milliseconds(100);
const afterTrouble = seconds(1);
const mostAtOnce = 1000;
const keptFor = hours(24);
const tidyEvery = hours(1);
const longestError = 500;

class SiteStops extends Error {}

export function createOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const { queue, leases, clock, logger } = options;
  const holder = options.newId();
  const lifetime = new AbortController();
  const idle = createWakeableRest({ clock, stopped: lifetime.signal });
  // Aborted when a stopping site no longer waits for calls in progress.
  const abandoned = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  let tidiedAt = -Infinity;
  let working: Promise<void> = Promise.resolve();

  const isStopped = () => lifetime.signal.aborted;

  function reportTrouble(error: unknown): void {
    if (!isStopped()) logger.error('changes cannot be delivered', { error: describeError(error) });
  }

  async function workUntilStopped(): Promise<void> {
    while (!isStopped()) {
      idle.clear();
      try {
        await idle.rest(await look());
      } catch (error) {
        reportTrouble(error);
        await clock.wait(afterTrouble, lifetime.signal).catch(() => undefined);
      }
    }
  }

  /** Starts the deliveries that are due. @returns how long to rest before looking again */
  async function look(): Promise<Milliseconds> {
    const names = (await options.recentTargets()).map(({ name }) => name);
    await tidy(names);
    if (names.length === 0) return lookForTargets;
    let rest = lookEvery;
    const due = await queue.due(names);
    const targets = due.length === 0 ? [] : await options.targets();
    for (const { name, after } of due) {
      if (underWay.has(name) || !targets.some((each) => each.name === name)) continue;
      if (after > 0) rest = milliseconds(Math.min(rest, after));
      else begin(name);
    }
    return rest;
  }

  async function tidy(names: readonly string[]): Promise<void> {
    if (clock.monotonic() - tidiedAt < tidyEvery) return;
    tidiedAt = clock.monotonic();
    await queue.forgetOthers(names, keptFor);
  }

  function begin(name: string): void {
    const delivering = takeTurn(name)
      .catch(async (error: unknown) => {
        reportTrouble(error);
        await clock.wait(afterTrouble, lifetime.signal).catch(() => undefined);
      })
      .finally(() => {
        underWay.delete(name);
        idle.wake();
      });
    underWay.set(name, delivering);
  }

  async function takeTurn(name: string): Promise<void> {
    const lease = { name: `outbox:${name}`, holder, duration: leaseDuration };
    // Checked before acquiring the lease, which takes three statements: a turn lasts as long as there are changes.
    const isTaken = async () => (await leases.stateOf(lease)).kind === 'held';
    if ((await isTaken()) || !(await leases.acquire(lease))) {
      do await clock.wait(untilTurn, lifetime.signal).catch(() => undefined);
      while (!isStopped() && (await isTaken()));
      return;
    }
    await underLease({ leases, clock, lease }, async (lost) => {
      while (!lost.aborted && !isStopped()) {
        const batch = await queue.read(name, mostAtOnce);
        // After the batch: a turn lasts as long as there are changes, and the target's settings may change meanwhile.
        const target = batch && (await options.targets()).find((each) => each.name === name);
        if (!target || !(await deliver(target, batch, lost))) return;
        // Under the lease, so that no other instance calls the target earlier.
        await clock.wait(milliseconds(Math.max(gather, target.pause)), lifetime.signal).catch(() => undefined);
      }
    });
  }

  /** @returns whether it was delivered */
  async function deliver(target: OutboxTarget, batch: ReadBatch, lost: AbortSignal): Promise<boolean> {
    const limits = { clock: { wait: waitUnlessAbandoned }, limit: target.timeLimit ?? usualTimeLimit };
    let rows: readonly number[] | undefined;
    try {
      rows = await withTimeLimit(limits, (overtime) =>
        followSignals([overtime, abandoned.signal, lost], (signal) => target.deliver(batch, signal)),
      );
    } catch (error) {
      // The batch may have arrived nevertheless; it is delivered again.
      if (!abandoned.signal.aborted && !lost.aborted) await noteFailure(target, batch, error);
      return false;
    }
    await queue.delivered(target.name, rows ?? batch.rows);
    return true;
  }

  function waitUnlessAbandoned(duration: Milliseconds, signal?: AbortSignal): Promise<void> {
    const signals = signal ? [signal, abandoned.signal] : [abandoned.signal];
    return followSignals(signals, (either) => clock.wait(duration, either));
  }

  async function noteFailure({ name, pause }: OutboxTarget, { attempts }: ReadBatch, failure: unknown): Promise<void> {
    const retryAfter = failure instanceof NotDeliveredError ? failure.retryAfter : null;
    const retryIn = milliseconds(Math.max(pause, backOff({ attempts, retryAfter, random: options.random() })));
    const error = options.redact(describeError(failure)).slice(0, longestError);
    const reason = storableReason(failure, options.redact);
    logger.error('a change could not be delivered', { target: name, error, retryInSeconds: Math.ceil(retryIn / 1000) });
    const { dropped } = await queue.failed(name, { error, reason, retryIn, keptFor });
    if (dropped > 0)
      logger.error('changes failed permanently: they could not be delivered for a day', { target: name, dropped });
  }

  return {
    wake: idle.wake,

    run() {
      working = workUntilStopped();
      return working;
    },

    async stop() {
      lifetime.abort(new SiteStops('the site stops'));
      await working;
      const ended = () => Promise.all(underWay.values());
      await withTimeLimit({ clock, limit: patience }, ended).catch(() => abandoned.abort(lifetime.signal.reason));
      await ended();
    },
  };
}

function storableReason(failure: unknown, redact: Redact): CodedReason | null {
  const reason = codedReasonOf(failure);
  if (reason === null) return null;
  const values = Object.entries(reason.values).map(([name, value]) => [
    name,
    typeof value === 'string' ? redact(value).slice(0, longestError) : value,
  ]);
  return { code: reason.code, values: Object.fromEntries(values) };
}
