import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { binaries } from './paths';
import { findFreePort } from './ports';
import { siteEnvironment } from './site-environment';

export interface SiteLaunch {
  /** Folder of the site. */
  site: string;
  /** Added to the environment; wins over everything else. */
  env?: NodeJS.ProcessEnv;
  /** Default: a free one. */
  port?: number;
  /** Arguments for Strapi's command line. Default: `start`, which is production mode. */
  command?: readonly string[];
  /** Path of Strapi's command line. Default: that of the repository. */
  strapi?: string;
  /** Arguments for Node itself. */
  nodeArguments?: readonly string[];
  /** Path of the Node that runs it. Default: the one that runs this. */
  node?: string;
  /**
   * Milliseconds until the site must respond. Default three minutes: it takes ten seconds, and a shared machine several
   * times that.
   */
  readyWithin?: number;
}

/** A Strapi site that runs in its own process. */
export interface SiteProcess {
  /** For example `http://127.0.0.1:41773`. */
  url: string;
  port: number;
  pid: number;
  /** Whether the process is still running. */
  isRunning(): boolean;
  /** Resolves when the process has ended, for any reason, with its exit code or signal. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** Stops the site like an operator would (SIGTERM) and waits for it; SIGKILL after 10 seconds. */
  stop(): Promise<void>;
  /** SIGKILL: no more code of the site runs. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Everything the site wrote so far. */
  log(): string;
}

const stopWithin = 10_000;
const readyWithinByDefault = 180_000;

/**
 * Starts a site and waits until it responds.
 * Fails with the site's output if it ends before that, or takes too long.
 */
export async function launchSite(launch: SiteLaunch): Promise<SiteProcess> {
  const port = launch.port ?? (await findFreePort());
  const strapi = launch.strapi ?? join(binaries, 'strapi');
  const started = [...(launch.nodeArguments ?? []), strapi, ...(launch.command ?? ['start'])];
  const child = spawn(launch.node ?? process.execPath, started, {
    cwd: launch.site,
    env: siteEnvironment(launch.site, { HOST: '127.0.0.1', PORT: String(port), ...launch.env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const site = follow(child, port);
  try {
    await untilReady(site, launch.readyWithin ?? readyWithinByDefault);
    return site;
  } catch (error) {
    await site.kill();
    throw error;
  }
}

function follow(child: ChildProcess, port: number): SiteProcess {
  const output: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  let running = true;
  const ended = new Promise<number | NodeJS.Signals | null>((done) => {
    const end = (how: number | NodeJS.Signals | null): void => {
      running = false;
      // A test that fails halfway must not leave a site running; one that has ended needs no cleanup.
      process.removeListener('exit', killNow);
      done(how);
    };
    child.once('close', (code, signal) => end(code ?? signal));
    child.once('error', (error) => {
      output.push(String(error));
      end(null);
    });
  });
  const killNow = (): void => void child.kill('SIGKILL');
  process.once('exit', killNow);

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    isRunning: () => running,
    ended,
    log: () => output.join(''),
    async kill() {
      killNow();
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(killNow, stopWithin);
      await ended;
      clearTimeout(late);
    },
  };
}

async function untilReady(site: SiteProcess, limit: number): Promise<void> {
  const deadline = Date.now() + limit;
  while (site.isRunning()) {
    if (await isHealthy(site.url)) return;
    if (Date.now() > deadline) throw new Error(`the site did not respond within ${limit / 1000} s\n${site.log()}`);
    await pause(100);
  }
  throw new Error(`the site exited before it responded\n${site.log()}`);
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/_health`, { signal: AbortSignal.timeout(2000) });
    return response.status === 204;
  } catch {
    // Not listening yet, which is what this waits for.
    return false;
  }
}
