import type { Staleness } from './freshness';
import type { Ending } from './instances';
import type { Failure } from './requests';
import type { Happened } from './trouble-log';
import type { Trouble } from './trouble-plan';
import type { UpstreamLoad } from './upstream-load';

/** What was seen in one run. */
export interface Findings {
  troubles: readonly Happened[];
  clocksAhead: number;
  edits: number;
  acknowledged: number;
  /** Acknowledged changes that an instance does not show in the end, in words. */
  lost: readonly string[];
  /** Events of the site's queue that did not complete. */
  incomplete: readonly string[];
  /** How many events were processed more than once, for example after an instance died. */
  repeated: number;
  /** Milliseconds from the last acknowledgement until no event waited. */
  queueEmptyAfter: number;
  staleness: readonly Staleness[];
  /** How often a product in a response was compared with its changes. */
  compared: number;
  requests: number;
  /** GraphQL queries sent, and those of them that got data. */
  queries: number;
  answered: number;
  failures: readonly Failure[];
  /** Of instances, without one of ours. */
  endings: readonly (Ending & { during: readonly Trouble[] })[];
  upstream: UpstreamLoad;
  transactions: number | null;
  /** Where instances differ from the store in the end. */
  differences: readonly string[];
  broken: readonly string[];
  defects: readonly string[];
}

/** Limits of a store (behavior 5.6, 6.4). */
const limits = { inFlight: 3, inASecond: 20 };
// Trouble of these kinds leaves nothing unanswered.
const harmless: readonly Trouble[] = ['rolling restart', 'clock', 'restart Redis', 'flush Redis'];
// No site starts without its database.
const withoutDatabase: readonly Trouble[] = ['refuse connections', 'end connections'];
const shownAtMost = 10;

/** What does not hold; empty if everything does. */
export function violationsIn(found: Findings): string[] {
  const { upstream, staleness, failures } = found;
  const late = staleness.filter(({ age, limit }) => age > limit);
  const unexcused = failures.filter(({ during }) => during.every((trouble) => harmless.includes(trouble)));
  return [
    ...(found.acknowledged === 0 || found.compared === 0 ? ['nothing was delivered, or nothing read'] : []),
    ...found.lost.map((line) => `lost: ${line}`),
    ...found.incomplete.map((line) => `an event that did not complete: ${line}`),
    ...late.map(
      ({ product, version, age, limit, by, at }) =>
        `an old response: change ${version} of product ${product} was missing ${inSeconds(age)} after it was acknowledged, of ${inSeconds(limit)} (${by}, ${timeOf(at)})`,
    ),
    ...unexcused.map(
      ({ call, what, during, at }) =>
        `a failed request: ${call}: ${what} (${during.join(', ') || 'calm'}, ${timeOf(at)})`,
    ),
    ...found.endings
      .filter(
        (ending) => ending.while === 'running' || !ending.during.some((trouble) => withoutDatabase.includes(trouble)),
      )
      .map((ending) => `${ending.instance} ended by itself while ${ending.while} (${timeOf(ending.to)})`),
    ...(upstream.mostInASecond > limits.inASecond
      ? [`${upstream.mostInASecond} GraphQL requests within a second, of ${limits.inASecond}`]
      : []),
    ...(upstream.mostInFlight > limits.inFlight
      ? [`${upstream.mostInFlight} REST requests at once, of ${limits.inFlight}`]
      : []),
    ...(upstream.refused > 0 ? [`${upstream.refused} requests refused by the store with 429`] : []),
    ...found.differences,
    ...found.broken,
    ...found.defects.map((line) => `a defect of the simulator: ${line}`),
  ];
}

/** The report for people. */
export function describeFindings(found: Findings): string {
  const { staleness, failures, upstream, troubles } = found;
  const ages = staleness.map(({ age }) => age).sort((a, b) => a - b);
  const violations = violationsIn(found);
  const lines: [string, string][] = [
    ['Trouble', countsOf(troubles.map(({ trouble }) => trouble)) || 'none'],
    ['Clocks ahead in the end', String(found.clocksAhead)],
    ['Edits', String(found.edits)],
    ['Events acknowledged', String(found.acknowledged)],
    ['Changes lost', String(found.lost.length)],
    ['Events not completed', String(found.incomplete.length)],
    ['Events processed again', String(found.repeated)],
    ['Queue empty after', inSeconds(found.queueEmptyAfter)],
    ['Oldest response per change', `worst ${inSeconds(ages.at(-1) ?? 0)}, p95 ${inSeconds(quantile(ages, 0.95))}`],
    ['Requests', `${found.requests}, ${found.compared} products in them compared`],
    [
      'Requests failed',
      countsOf(failures.map(({ what, during }) => `${what} (${during.join(', ') || 'calm'})`)) || '0',
    ],
    ['Instances ended', countsOf(found.endings.map((ending) => `while ${ending.while}`)) || '0'],
    ['GraphQL queries', `${found.queries}, answered ${found.answered}`],
    ['Upstream requests', String(upstream.requests)],
    ['Upstream at most', `${upstream.mostInFlight} REST at once, ${upstream.mostInASecond} GraphQL in a second`],
    ['Upstream refused', String(upstream.refused)],
    ['Database transactions', found.transactions === null ? 'not counted' : String(found.transactions)],
  ];
  const table = lines.map(([name, value]) => `  ${name.padEnd(28)}${value}`).join('\n');
  if (violations.length === 0) return `${table}\n\nEverything holds.`;
  const more = violations.length - shownAtMost;
  const shown = violations.slice(0, shownAtMost).map((line) => `  - ${line.slice(0, 600)}`);
  return `${table}\n\nDoes not hold:\n${[...shown, ...(more > 0 ? [`  … and ${more} more`] : [])].join('\n')}`;
}

const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 23);
const inSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function countsOf(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
}
