import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runHistory, syncResponse } from '../../contracts/admin/runs';
import { tables } from '../../server/src/database/tables';
import { days, seconds } from '../../server/src/lib/durations';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { ManualClock } from '../support/time/clocks';
import { eventually } from '../support/time/eventually';
import { finishedRun } from '../support/sites/runs';
import { connectionTo } from '../support/shops/shop';

describe('the sync schedule', () => {
  const clock = new ManualClock();
  let simulator: Simulator;
  let site: BootedSite;

  beforeAll(async () => {
    simulator = await startSimulator({ products: 3, quota: 0 });
    site = await boot();
  });
  afterAll(async () => {
    await site.stop();
    await simulator.close();
    removeSite(site);
  });

  const boot = (folder?: string) =>
    bootSite({ environment: connectionTo(simulator), machine: { clock }, ...(folder !== undefined && { folder }) });
  const shown = async () => syncResponse.parse((await site.admin('GET', '/commerce-bridge/sync')).body).schedule;
  const runs = async () => runHistory.parse((await site.admin('GET', '/commerce-bridge/sync/runs')).body).runs;

  const forgetRuns = () => site.strapi.db.connection(tables.runs).delete();

  test('is shown in plain words, with the next run and what it will do', async () => {
    await forgetRuns();
    const schedule = await shown();
    expect(schedule).toMatchObject({ expression: '0 3 * * *', words: 'At 03:00', nextMode: 'full' });
    expect(new Date(schedule?.nextRunAt ?? 0).getTime()).toBeGreaterThan(clock.now().getTime());
  });

  test('starts a run when it is due', async () => {
    await forgetRuns();
    const due = new Date((await shown())?.nextRunAt ?? 0);
    while (clock.now() < due) await clock.advance(seconds(3600));
    const run = await finishedRun(site);
    expect(run).toMatchObject({ mode: 'full', status: 'succeeded' });
    expect((await shown())?.nextMode).toBe('sweep');
  });

  test('makes up once for runs that were missed while the site was down', async () => {
    await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
    await finishedRun(site);
    const before = (await runs()).length;
    await site.stop();
    await clock.advance(days(3));
    site = await boot(site.folder);
    await eventually(async () => (await runs()).length > before);
    expect(await finishedRun(site)).toMatchObject({ mode: 'sweep', status: 'succeeded' });
    await clock.advance(seconds(60));
    expect(await runs()).toHaveLength(before + 1);
  });

  test('is empty when it is off', async () => {
    const { expression } = (await shown()) ?? {};
    onTestFinished(
      async () => void (await site.admin('PUT', '/commerce-bridge/settings', { syncSchedule: expression })),
    );
    await site.admin('PUT', '/commerce-bridge/settings', { syncSchedule: 'off' });
    expect(await shown()).toBeNull();
  });
});
