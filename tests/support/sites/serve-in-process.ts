import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Environment } from '../../../server/src/environment';
import { compiledProgram } from './compiled-programs';

/** A site in a separate process, from its source. */
export interface ServedSite {
  url: string;
  folder: string;
  /** Sends SIGTERM, as an orchestrator does. */
  terminate(): void;
  /** SIGKILL. */
  kill(): void;
  /** Resolves when it is gone, with its exit code or signal. */
  ended: Promise<number | NodeJS.Signals | null>;
}

const announcement = z.object({ url: z.string(), folder: z.string() });

/** Starts `serving-process.ts` and waits until it listens. */
export async function serveInProcess(order: {
  environment?: Record<string, string>;
  database?: Record<string, unknown>;
  /** The settings that JSON can express. */
  machine?: Pick<Environment, 'sharedTimes'>;
}): Promise<ServedSite> {
  const program = await compiledProgram('tests/support/sites/serving-process.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const noise: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => noise.push(chunk.toString('utf8')));
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => {
      process.removeListener('exit', killNow);
      resolve(code ?? signal);
    });
  });
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<z.infer<typeof announcement>>((resolve) => {
    lines.on('line', (line) => {
      if (line.startsWith('#')) resolve(announcement.parse(JSON.parse(line.slice(1))));
    });
  });
  const site = await Promise.race([
    ready,
    once(child, 'close').then(() => {
      throw new Error(`the site ended before it listened\n${noise.join('')}`);
    }),
  ]);
  return { ...site, ended, kill: killNow, terminate: () => void child.kill('SIGTERM') };
}
