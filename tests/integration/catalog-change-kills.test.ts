import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type { CatalogNews } from '../../server/src/outbox/change-hook';
import { minutes } from '../../server/src/lib/durations';
import { bootSite, removeSite } from '../support/sites/boot-site';
import { compiledProgram } from '../support/sites/compiled-programs';
import { eventually } from '../support/time/eventually';
import { ShiftedClock } from '../support/time/shifted-clock';

test('a change is delivered again if the process died before it was delivered', async () => {
  const dying = spawn(process.execPath, [await compiledProgram('tests/support/sites/notified-site-process.ts')]);
  const noise: string[] = [];
  let folder = '';
  createInterface({ input: dying.stdout }).on('line', (line) => {
    if (line.startsWith('#')) folder = line.slice(1);
  });
  dying.stderr.on('data', (chunk: Buffer) => noise.push(chunk.toString('utf8')));
  const signal = await new Promise((resolve) => void dying.once('exit', (_code, killedBy) => resolve(killedBy)));
  expect([signal, noise.join('')]).toEqual(['SIGKILL', '']);

  const received: CatalogNews[] = [];
  Object.assign(globalThis, { notifyTest: (news: CatalogNews) => void received.push(news) });
  // The lease of the dead process has expired.
  const clock = new ShiftedClock();
  clock.advance(minutes(1));
  const site = await bootSite({ folder, machine: { clock } });
  onTestFinished(async () => {
    await site.stop();
    removeSite(site);
  });
  await eventually(async () => received.length > 0);
  expect(received).toEqual([{ products: [77], categories: [], brands: [], everything: false }]);
});
