import type { Staleness } from './freshness';
import type { Ending } from './instances';
import type { Failure } from './requests';
import type { Happened } from './trouble-log';
import type { Trouble } from './trouble-plan';
import type { UpstreamLoad } from './upstream-load';

/** The findings of one run. */
export interface Findings {
  instances: number;
  /** The share of the time in which a task waited for a processor; null where the system does not report it. */
  pressure: number | null;
  /** How often the simulator stalled for a tenth of a second or longer. */
  stalls: number;
  troubles: readonly Happened[];
  clocksAhead: number;
  edits: number;
  acknowledged: number;
  /** Deliveries that the site did not acknowledge within minutes. */
  unacknowledged: number;
  /** Acknowledged changes that an instance does not show in the end, described in words. */
  lost: readonly string[];
  /** Events in the site's queue that did not complete. */
  incomplete: readonly string[];
  /** How many events were processed more than once, for example after an instance died. */
  repeated: number;
  /** Milliseconds from the end of deliveries until the queue was empty. */
  queueEmptyAfter: number;
  staleness: readonly Staleness[];
  /** How often a product in a response was compared with its changes. */
  compared: number;
  requests: number;
  /** Requests that were under way during a rolling restart. */
  duringRollingRestarts: number;
  /** Reads that each instance served. */
  readsOf: Readonly<Record<string, number>>;
  /** GraphQL queries sent, and how many of them returned data. */
  queries: number;
  completed: number;
  failures: readonly Failure[];
  /** Exits of instances that were not requested. */
  endings: readonly (Ending & { during: readonly Trouble[] })[];
  upstream: UpstreamLoad;
  transactions: number | null;
  /** Where instances differ from the store in the end. */
  differences: readonly string[];
  broken: readonly string[];
  defects: readonly string[];
}

/** The store's limits (behavior 5.6, 6.4). */
const limits = { inFlight: 3, inASecond: 20 };
// During these kinds of trouble, no request may fail.
const harmless: readonly Trouble[] = ['rolling restart', 'clock', 'restart Redis', 'flush Redis'];
// A site does not start without its database.
const withoutDatabase: readonly Trouble[] = ['refuse connections', 'end connections'];
const shownAtMost = 10;

/** One violation of a rule. */
export interface Violation {
  /** What is violated, without names, times, or figures, so that violations can be counted by it. */
  kind: string;
  text: string;
}

/** The violations found; empty if there are none. */
export function violationsIn(found: Findings): Violation[] {
  return [...violationsOfSite(found), ...violationsOfUpstream(found)];
}

function violationsOfSite(found: Findings): Violation[] {
  const late = found.staleness.filter(({ age, limit }) => age > limit);
  return [
    ...(found.acknowledged === 0 || found.compared === 0 ? [asOne('nothing was delivered, or nothing read')] : []),
    ...(found.completed === 0 ? [asOne('no GraphQL query was completed')] : []),
    ...(Object.keys(found.readsOf).length < found.instances ? [asOne('not every instance served reads')] : []),
    ...(found.unacknowledged > 0
      ? [{ kind: 'deliveries were lost', text: `${found.unacknowledged} deliveries were never acknowledged` }]
      : []),
    ...eachAs('lost', found.lost),
    ...eachAs('an event that did not complete', found.incomplete),
    ...eachAs(
      'an old response',
      late.map(
        ({ product, version, age, limit, by, at }) =>
          `change ${version} of product ${product} was missing ${inSeconds(age)} after it was acknowledged, of ${inSeconds(limit)} (${by}, ${timeOf(at)})`,
      ),
    ),
    ...eachAs(
      'a failed request',
      unexcused(found).map(
        ({ call, what, during, at }) => `${call}: ${what} (${during.join(', ') || 'calm'}, ${timeOf(at)})`,
      ),
    ),
    ...found.endings
      .filter(
        (ending) => ending.while === 'running' || !ending.during.some((trouble) => withoutDatabase.includes(trouble)),
      )
      .map((ending) => ({
        kind: `ended on its own while ${ending.while}`,
        text: `${ending.instance} ended on its own while ${ending.while} (${timeOf(ending.to)})`,
      })),
    ...[...found.differences, ...found.broken].map((text) => ({ kind: 'a difference from the store', text })),
  ];
}

function violationsOfUpstream({ upstream, defects }: Findings): Violation[] {
  const { mostInASecond, mostInASecondAt, mostInFlight, refused } = upstream;
  return [
    ...(mostInASecond > limits.inASecond
      ? [
          {
            kind: 'too many GraphQL requests within a second',
            text: `${mostInASecond} GraphQL requests within a second, of ${limits.inASecond} (${timeOf(mostInASecondAt)})`,
          },
        ]
      : []),
    ...(mostInFlight > limits.inFlight
      ? [
          {
            kind: 'too many REST requests at once',
            text: `${mostInFlight} REST requests at once, of ${limits.inFlight}`,
          },
        ]
      : []),
    ...(refused > 0
      ? [{ kind: 'requests refused by the store', text: `${refused} requests refused by the store with 429` }]
      : []),
    ...eachAs('a defect of the simulator', defects),
  ];
}

const asOne = (text: string): Violation => ({ kind: text, text });
const eachAs = (kind: string, lines: readonly string[]): Violation[] =>
  lines.map((line) => ({ kind, text: `${kind}: ${line}` }));

/** How many violations there are of each kind. */
export function violationCounts(found: Findings): string {
  return countsOf(violationsIn(found).map(({ kind }) => kind)) || 'none';
}

/** The figures of a run, each with its name. */
export function figuresOf(found: Findings): [string, string][] {
  const { staleness, failures, upstream, troubles } = found;
  const ages = staleness.map(({ age }) => age).sort((a, b) => a - b);
  const worst = (limit: number) =>
    Math.max(0, ...staleness.filter((each) => each.limit === limit).map(({ age }) => age));
  const allowed = [...new Set(staleness.map(({ limit }) => limit))].sort((a, b) => a - b);
  const refused = failures.filter(({ during }) => during.includes('rolling restart'));
  return [
    ['Trouble', countsOf(troubles.map(({ trouble }) => trouble)) || 'none'],
    ['Clocks ahead in the end', String(found.clocksAhead)],
    ['Edits of the store', String(found.edits)],
    ['Deliveries acknowledged', `${found.acknowledged}, of ${found.acknowledged + found.unacknowledged}`],
    ['Changes lost', String(found.lost.length)],
    ['Events not completed', String(found.incomplete.length)],
    ['Events processed again', String(found.repeated)],
    ['Queue empty after', inSeconds(found.queueEmptyAfter)],
    ['Oldest response per change, p95', inSeconds(quantile(ages, 0.95))],
    ['Oldest response, worst', allowed.map((limit) => `${inSeconds(worst(limit))} of ${inSeconds(limit)}`).join('; ')],
    ['Requests', `${found.requests}, with ${found.compared} products that were compared`],
    ['Reads served by', readsOf(found)],
    ['GraphQL queries', `${found.queries}, completed ${found.completed}`],
    ['Requests during rolling restarts', `${found.duringRollingRestarts}, failed ${refused.length}`],
    ['Requests failed in all', countsOf(failures.map(({ what }) => what)) || '0'],
    ['… without a reason for it', String(unexcused(found).length)],
    ['Instances ended on their own', countsOf(found.endings.map((ending) => `while ${ending.while}`)) || '0'],
    ['Upstream requests', `${upstream.requests}, refused ${upstream.refused}`],
    ['REST requests at once', `${upstream.mostInFlight} of ${limits.inFlight}`],
    ['GraphQL requests in any second', `${upstream.mostInASecond} of ${limits.inASecond}`],
    ['REST requests in any second', String(upstream.mostRestInASecond)],
    ['Differences between instances and store', String(found.differences.length + found.broken.length)],
    ['Database transactions', found.transactions === null ? 'not counted' : String(found.transactions)],
    [
      'The machine',
      `something waited for a processor ${found.pressure === null ? 'for an unknown part' : `${Math.round(100 * found.pressure)} %`} of the time; the store stalled ${found.stalls} times`,
    ],
  ];
}

/** The report in readable form. */
export function describeFindings(found: Findings): string {
  const violations = violationsIn(found);
  const table = figuresOf(found)
    .map(([name, value]) => `  ${name.padEnd(42)}${value}`)
    .join('\n');
  if (violations.length === 0) return `${table}\n\nNo violations.`;
  const more = violations.length - shownAtMost;
  const shown = violations.slice(0, shownAtMost).map(({ text }) => `  - ${text.slice(0, 600)}`);
  return `${table}\n\nViolations:\n${[...shown, ...(more > 0 ? [`  … and ${more} more`] : [])].join('\n')}`;
}

const unexcused = ({ failures }: Findings) =>
  failures.filter(({ during }) => during.every((trouble) => harmless.includes(trouble)));
const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 23);
const inSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const readsOf = ({ readsOf: counts }: Findings) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

function countsOf(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
}
