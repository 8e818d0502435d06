import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { repository } from '../../scripts/lib/paths';
import { containerOf } from '../../server/src/container';
import { bootSite, type BootedSite } from '../../tests/support/sites/boot-site';
import { siteTask, type SiteResult, type SiteTask, writesInThread, type Writing } from './site-tasks';

/**
 * The site that is measured: the plugin from its source in its own process, in a folder that `measured-site.ts`
 * created. The part it runs without was replaced before this file was loaded.
 */
const lookEvery = 100;

const { argv, env } = process;
// From source, like everything here.
const thread = { file: join(repository, 'server', 'src', 'sync', 'writer-thread-entry.ts') };
const machine = env[writesInThread] === undefined ? {} : { writerThread: () => thread };

void main(String(argv[2]));

async function main(folder: string): Promise<void> {
  const site = await bootSite({ folder, machine });
  process.on('message', (message) => void work(site, siteTask.parse(message)).then(send, fail));
  send({ kind: 'ready', url: site.url });
}

function send(result: SiteResult): void {
  process.send?.(result);
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

async function work(site: BootedSite, task: SiteTask): Promise<SiteResult> {
  switch (task.kind) {
    case 'write':
      await begin(site);
      return { kind: 'written', writing: await watch(site) };
    case 'begin':
      await begin(site);
      return { kind: 'begun', fetched: await fetchedBy(site, (fetched) => fetched > 0) };
    case 'count':
      return { kind: 'begun', fetched: await fetchedBy(site, () => true) };
    case 'fill':
      await begin(site);
      await fetchedBy(site, (fetched) => fetched >= task.products);
      return { kind: 'begun', fetched: task.products };
    case 'processor':
      return { kind: 'processor', seconds: processorSeconds() };
    case 'stop':
      await site.stop();
      return { kind: 'stopped' };
  }
}

const stateOf = ({ strapi }: BootedSite) => containerOf(strapi).sync.state();

/** The site itself resumes a run that an earlier process left unfinished. */
async function begin(site: BootedSite): Promise<void> {
  const { current, last } = await stateOf(site);
  if (current !== null) return;
  if (last === null || last.status === 'succeeded') await containerOf(site.strapi).sync.start({ mode: 'full' });
}

/** Waits until enough products have been fetched, or the run ends. */
async function fetchedBy(site: BootedSite, isEnough: (fetched: number) => boolean): Promise<number> {
  for (;;) {
    const { current, last } = await stateOf(site);
    if (current === null && last?.status !== 'succeeded') throw new Error(`the run ended: ${JSON.stringify(last)}`);
    const fetched = (current ?? last)?.counts.fetched ?? 0;
    if (current === null || isEnough(fetched)) return fetched;
    await pause(lookEvery);
  }
}

/** Measures from the first products that this process writes to the end of the run. */
async function watch(site: BootedSite): Promise<Writing> {
  const before = (await stateOf(site)).current?.counts.fetched ?? 0;
  const from = await fetchedBy(site, (fetched) => fetched > before);
  const started = performance.now();
  const processor = processorSeconds();
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  for (;;) {
    await pause(lookEvery);
    const { current, last } = await stateOf(site);
    if (current !== null) continue;
    if (last?.status !== 'succeeded') throw new Error(`the run did not succeed: ${JSON.stringify(last)}`);
    const products = last.counts.fetched - from;
    return {
      perSecond: (products / (performance.now() - started)) * 1000,
      perProcessorSecond: products / (processorSeconds() - processor),
      holdMilliseconds: loop.percentile(99) / 1e6,
      longestHoldMilliseconds: loop.max / 1e6,
    };
  }
}

/** CPU time of the main thread only, in which SQLite runs, too. Linux only. */
function processorSeconds(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
}
