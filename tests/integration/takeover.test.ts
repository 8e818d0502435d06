import { describe, expect, test } from 'vitest';
import { syncState } from '../../contracts/admin/runs';
import { startSimulator } from '../../simulator/src/server';
import { eventually } from '../support/time/eventually';
import { connectionTo } from '../support/shops/shop';
import { type Administrator, createAdministrator, logIn, startSite } from '../support/sites/start-site';

describe('a site that is killed in the middle of a sync', () => {
  test('finishes that run with the right counts after a restart', async () => {
    const simulator = await startSimulator({ port: 0, products: 2000, quota: 0 });
    const first = await startSite({ env: connectionTo(simulator) });
    const administrator = await createAdministrator(first);
    // The later pages are delayed, so that the run has not ended before it is killed.
    simulator.faults.add({ kind: 'delay', milliseconds: 60_000, path: '/v3/catalog/products', skip: 14, times: 0 });
    const started = await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
    expect(started.status).toBe(202);
    const halfway = await eventually(async () => {
      const { current } = await stateOf(administrator);
      return current && current.counts.fetched >= 500 ? current : null;
    });
    await first.kill();
    simulator.faults.clear();

    const second = await startSite({ env: connectionTo(simulator), databaseFile: first.databaseFile });
    const again = await logIn(second);
    const finished = await eventually(async () => {
      const { current, last } = await stateOf(again);
      return current === null ? last : null;
    }, 180_000);
    await second.stop();
    await simulator.close();

    expect(finished).toMatchObject({ id: halfway.id, status: 'succeeded', total: 2000 });
    expect(finished.counts).toEqual({ fetched: 2000, created: 2000, updated: 0, unchanged: 0, removed: 0, failed: 0 });
  });
});

async function stateOf(administrator: Administrator) {
  const { body } = await administrator.request('GET', '/commerce-bridge/sync');
  return syncState.parse(body);
}
