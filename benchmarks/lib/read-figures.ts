import { z } from 'zod';
import type { SiteProcess } from '../../scripts/lib/site-process';
import { percentile } from './load';
import type { PinnedLoad } from './pinned-load';
import type { ReadCase } from './read-cases';

/** What was measured for one case, over all rounds. */
export interface Figure {
  requests: number;
  perSecond: number;
  /** In milliseconds. */
  median: number;
  p95: number;
  p99: number;
  /** The longest time the event loop was blocked, in milliseconds; null if it was not measured. */
  longestBlock: number | null;
}

export type Figures = Record<string, Figure>;

export interface CaseRunner {
  /** Sends some requests that are not counted. */
  warm(given: ReadCase): Promise<void>;
  /**
   * Measures a case for its duration, from where the last round ended. Returns the longest block of the event loop, or
   * 0.
   */
  measure(name: string, given: ReadCase): Promise<number>;
  /** Sends all its requests once. */
  measureAll(name: string, given: ReadCase): Promise<void>;
  readonly figures: Figures;
}

const loopResponse = z.object({ max: z.number() });

/** Runs cases against a site and records their times; fails on any unexpected response. */
export function createCaseRunner({ load, site }: { load: PinnedLoad; site: SiteProcess }): CaseRunner {
  const figures: Figures = {};
  const taken = new Map<string, { latencies: number[]; milliseconds: number; blocks: number[] }>();
  // How many requests of a case have been used; distinct ones are never sent twice.
  const used = new Map<readonly string[], number>();

  async function send(given: ReadCase, paths: readonly string[]) {
    const { connections, seconds, headers } = given;
    const repeats = given.paths.length === 1;
    const result = await load.send({
      baseUrl: site.url,
      paths,
      pace: { connections },
      seconds,
      repeats,
      ...(headers && { headers }),
    });
    const wanted = given.status === 200 ? result.served : (result.others[String(given.status)] ?? 0);
    if (wanted !== result.sent)
      throw new Error(`${paths[0] ?? ''} got a response other than ${given.status}: ${JSON.stringify(result.others)}`);
    return result;
  }

  async function sendNext(given: ReadCase) {
    if (given.paths.length === 1) return send(given, given.paths);
    const from = used.get(given.paths) ?? 0;
    const rest = given.paths.slice(from, from + Math.ceil(given.paths.length / shares));
    if (rest.length === 0) throw new Error(`no request is left after ${from}, such as ${given.paths[0] ?? ''}`);
    const result = await send(given, rest);
    used.set(given.paths, from + result.sent);
    return result;
  }

  function keep(
    name: string,
    found: { latencies: readonly number[]; connections: number; block: number | null },
  ): void {
    const all = taken.get(name) ?? { latencies: [], milliseconds: 0, blocks: [] };
    taken.set(name, all);
    all.latencies.push(...found.latencies);
    // Not the requested duration: a slow request ends after it.
    all.milliseconds += found.latencies.reduce((sum, latency) => sum + latency, 0) / found.connections;
    if (found.block !== null) all.blocks.push(found.block);
    const ascending = [...all.latencies].sort((a, b) => a - b);
    figures[name] = {
      requests: ascending.length,
      perSecond: (1000 * ascending.length) / all.milliseconds,
      median: percentile(ascending, 50),
      p95: percentile(ascending, 95),
      p99: percentile(ascending, 99),
      longestBlock: all.blocks.length === 0 ? null : Math.max(...all.blocks),
    };
  }

  return {
    figures,
    async warm(given) {
      await sendNext({ ...given, seconds: 1.5 });
    },
    async measure(name, given) {
      if (given.watchesLoop) await fetch(`${site.url}/api/bench/loop/start`);
      const { latencies } = await sendNext(given);
      const block = given.watchesLoop
        ? loopResponse.parse(await (await fetch(`${site.url}/api/bench/loop/stop`)).json()).max
        : null;
      keep(name, { latencies, connections: given.connections, block });
      return block ?? 0;
    },
    async measureAll(name, given) {
      const { latencies } = await send(given, given.paths);
      keep(name, { latencies, connections: given.connections, block: null });
    },
  };
}

// One for warming up, three rounds, and a profile.
const shares = 5;
