import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run as runSchema } from '../../contracts/admin/runs';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { connectionTo } from '../support/shops/shop';
import { bootSite, removeSite } from '../support/sites/boot-site';
import { runCli } from '../support/sites/run-cli';
import { runCliProcess, startCli } from '../support/sites/start-cli';

let simulator: Simulator;
let folder: string;

beforeAll(async () => {
  simulator = await startSimulator({ products: 60, quota: 0 });
  const site = await bootSite({
    environment: connectionTo(simulator),
    // A site's own code may print this.
    configSource: "(console.log('the site prints'), {})",
  });
  ({ folder } = site);
  await site.stop();
  expect(await runCliProcess(folder, ['sync', '--full'])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await simulator.close();
  removeSite({ folder });
});

test('a sync that is stopped by SIGTERM is continued by the next command', async () => {
  simulator.latency = 60_000;
  const stopped = await startCli(folder, ['sync', '--full']);
  await stopped.says('Started the full sync');
  stopped.signal('SIGTERM');
  const { code, error } = await stopped.ended;
  simulator.latency = 0;

  expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining('Stopped. The sync') });

  const [, id = ''] = /Started the full sync (\w+)/.exec(error) ?? [];
  const next = await runCliProcess(folder, ['sync', '--full', '--json']);
  expect(next).toMatchObject({ code: 0, error: expect.stringContaining(`sync ${id} is already under way`) });
  expect(runSchema.parse(JSON.parse(next.out))).toMatchObject({ id, status: 'succeeded', counts: { unchanged: 60 } });
});

test('a second Ctrl+C ends a site that does not finish', async () => {
  const code = join(folder, 'src/index.js');
  writeFileSync(
    code,
    `module.exports = { bootstrap: () => new Promise(() => setInterval(() => console.log('waits', ++times), 100)) };
    let times = 0;`,
  );
  try {
    const waiting = await startCli(folder, ['status']);
    await waiting.says('waits 1');
    waiting.signal('SIGINT');
    await waiting.says('Ctrl+C again ends it at once');
    // By then, Strapi's own signal handler would have ended the process with 0.
    await waiting.says('waits 30');
    waiting.signal('SIGINT');

    expect(await waiting.ended).toMatchObject({ code: 130 });
  } finally {
    rmSync(code);
  }
});

test('standard output has the result only, no matter what the site prints', async () => {
  const { code, out, error } = await runCliProcess(folder, ['status', '--json']);

  expect({ code, counts: JSON.parse(out) }).toMatchObject({ code: 0, counts: { counts: { products: 60 } } });
  expect(error).toContain('the site prints');
});

test('a site that fails while it closes does not make a finished command a failure', async () => {
  const code = join(folder, 'src/index.js');
  writeFileSync(code, `module.exports = { destroy: () => { throw new Error('the pool is gone'); } };`);
  try {
    const run = await runCliProcess(folder, ['status', '--json']);
    expect({ ...run, out: JSON.parse(run.out) }).toMatchObject({
      code: 0,
      out: { counts: { products: 60 } },
      error: expect.stringContaining('the pool is gone'),
    });
  } finally {
    rmSync(code);
  }
});

test('a site of which only what was built is there is loaded, and nothing is compiled', async () => {
  const compiler = join(folder, 'tsconfig.json');
  const built = join(folder, 'dist');
  mkdirSync(built);
  // Strapi's own function for reading this file would end the process, since the sources are missing.
  writeFileSync(compiler, `{ "compilerOptions": { /* of the build */ "outDir": "./dist" } }`);
  for (const part of ['config', 'src']) renameSync(join(folder, part), join(built, part));
  try {
    const { code, out, error } = await runCliProcess(folder, ['status', '--json']);
    expect({ code, error }).toMatchObject({ code: 0 });
    expect(JSON.parse(out)).toMatchObject({ counts: { products: 60 } });
  } finally {
    for (const part of ['config', 'src']) renameSync(join(built, part), join(folder, part));
    rmSync(built, { recursive: true });
    rmSync(compiler);
  }
});

test('a reader of an export that goes away ends it quietly', async () => {
  const exporting = await startCli(folder, ['export']);
  const [line] = await once(createInterface({ input: exporting.stdout }), 'line');
  exporting.stdout.destroy();

  expect(JSON.parse(String(line))).toMatchObject({ id: expect.any(Number) });
  expect(await exporting.ended).toMatchObject({ code: 0, error: expect.not.stringContaining('EPIPE') });
});

test('a product is explained by its slug, with what the store says now', async () => {
  const { out } = await runCli(['export'], { folder });
  const [first = '{}'] = out.split('\n');
  const { id, slug } = JSON.parse(first);

  const explained = await runCli(['explain', slug, '--json'], { folder });

  expect({ ...explained, out: JSON.parse(explained.out) }).toMatchObject({
    code: 0,
    out: { id, cached: { id }, upstream: { kind: 'found' } },
  });
});

test('a sync that the running site carries is followed', async () => {
  const site = await bootSite({ folder });
  try {
    simulator.latency = 60_000;
    const { body } = await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
    const following = await startCli(folder, ['sync', '--full']);
    await following.says('is already under way');
    simulator.latency = 0;

    expect(await following.ended).toMatchObject({
      code: 0,
      error: expect.stringContaining(`The full sync ${runSchema.parse(body).id} is already under way`),
    });
  } finally {
    simulator.latency = 0;
    await site.stop();
  }
});
