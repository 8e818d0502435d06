import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { pin } from './pinning';

/** GET requests, sent as fast as responses arrive. */
export interface LoadJob {
  baseUrl: string;
  /** Sent in this order. */
  paths: readonly string[];
  /** Whether to start over at the end; otherwise the load ends there. */
  repeats: boolean;
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
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

/** Starts it, on another CPU than the site's if possible. */
export function startLoad(): PinnedLoad {
  const child = fork(join(__dirname, 'load-process.ts'), { execArgv: ['--import', 'tsx'] });
  pin(child.pid, 'load');
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
