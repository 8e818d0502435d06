import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { pin } from './pinning';

/** GET requests. */
export interface LoadJob {
  baseUrl: string;
  /** Sent in this order. */
  paths: readonly string[];
  /** Whether to start over at the end; otherwise the load ends there. */
  repeats: boolean;
  headers?: Record<string, string>;
  seconds: number;
  /**
   * Either as fast as responses arrive over this number of connections, or this many a second, whether or not earlier
   * ones were served.
   */
  pace: { connections: number } | { perSecond: number };
}

const loadResult = z.object({
  sent: z.number(),
  served: z.number(),
  others: z.record(z.string(), z.number()),
  seconds: z.number(),
  latencies: z.array(z.number()),
});

/** A load generator in its own process. */
export interface PinnedLoad {
  send(job: LoadJob): Promise<z.infer<typeof loadResult>>;
  stop(): void;
}

/**
 * Starts a load generator: on another CPU than the site's if possible, or with priority over a site that uses all CPUs.
 */
export function startLoad({ site = 'pinned' }: { site?: 'pinned' | 'everywhere' } = {}): PinnedLoad {
  const child = fork(join(__dirname, 'load-process.ts'), [site], { execArgv: ['--import', 'tsx'] });
  if (site === 'pinned') pin(child.pid, 'load');
  return {
    async send(job) {
      const responded = once(child, 'message');
      child.send(job);
      const [result]: unknown[] = await responded;
      return loadResult.parse(result);
    },
    stop: () => void child.kill(),
  };
}
