import { setTimeout as pause } from 'node:timers/promises';
import { findFaketime } from '../lib/faketime';
import { playground } from '../lib/paths';
import { findFreePort } from '../lib/ports';
import { launchSite, type SiteProcess } from '../lib/site-process';

/** One process of the site, which always listens on the same port. */
export interface Instance {
  name: string;
  port: number;
  url: string;
  /**
   * Resolves once it responds. If it exits before that because the database is down, it is started again, as by a
   * supervisor.
   */
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM; waits until the process has exited. */
  terminate(): Promise<void>;
  /** SIGSTOP, then SIGCONT. */
  pause(): void;
  resume(): void;
  /** Sets how far its clock is ahead from its next start on, in the format of `faketime`. */
  setClock(ahead: '+0' | '+10m'): void;
  /** When it exited on its own. */
  endings: readonly Ending[];
  /** Its complete output, across all restarts. */
  log(): string;
}

/** An exit that was not requested. */
export interface Ending {
  instance: string;
  /** The lifetime of the process, in milliseconds of the machine's clock. */
  from: number;
  to: number;
  while: 'starting' | 'running';
}

const mostStarts = 30;
const betweenStarts = 1000;

/** @param environment of each instance, read when it starts */
export async function instancesOf(count: number, environment: NodeJS.ProcessEnv): Promise<Instance[]> {
  const instances: Instance[] = [];
  for (let number = 1; number <= count; number += 1)
    instances.push(instanceOf(`site-${number}`, { port: await findFreePort(), environment }));
  return instances;
}

function instanceOf(name: string, { port, environment }: { port: number; environment: NodeJS.ProcessEnv }): Instance {
  const logs: string[] = [];
  const endings: Ending[] = [];
  let site: SiteProcess | null = null;
  let clock: NodeJS.ProcessEnv = {};
  let starting: Promise<void> | null = null;

  // The supervisor and a caller may start it at the same time.
  function start(): Promise<void> {
    starting ??= startUntilItRuns().finally(() => {
      starting = null;
    });
    return starting;
  }

  async function startUntilItRuns(): Promise<void> {
    for (let starts = 1; ; starts += 1) {
      const from = Date.now();
      try {
        site = await launchSite({ site: playground, port, env: { ...environment, ...clock } });
        // If it fails to restart, the final comparison reports it.
        void watch(site, from).catch((error: unknown) => logs.push(String(error)));
        return;
      } catch (error) {
        logs.push(String(error));
        if (starts === mostStarts) throw error;
        endings.push({ instance: name, from, to: Date.now(), while: 'starting' });
        await pause(betweenStarts);
      }
    }
  }

  async function watch(own: SiteProcess, from: number): Promise<void> {
    await own.ended;
    logs.push(own.log());
    // Otherwise, the exit was requested.
    if (site !== own) return;
    endings.push({ instance: name, from, to: Date.now(), while: 'running' });
    site = null;
    await start();
  }

  async function end(how: NodeJS.Signals): Promise<void> {
    const own = site;
    site = null;
    if (own?.isRunning() !== true) return;
    process.kill(own.pid, how);
    await own.ended;
  }

  const signal = (which: NodeJS.Signals) => {
    if (site?.isRunning() === true) process.kill(site.pid, which);
  };
  return {
    name,
    port,
    url: `http://127.0.0.1:${port}`,
    endings,
    start,
    log: () => [...logs, site?.log() ?? ''].join('\n'),
    kill: () => end('SIGKILL'),
    terminate: () => end('SIGTERM'),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    setClock(ahead) {
      // Durations are measured by the monotonic clock, which is not faked.
      clock =
        ahead === '+0' ? {} : { LD_PRELOAD: faketimeLibrary(), FAKETIME: ahead, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
    },
  };
}

/** @throws Error if it is not installed */
export function faketimeLibrary(): string {
  const found = findFaketime();
  if (found === undefined) throw new Error('libfaketime is not installed (Debian: faketime)');
  return found;
}
