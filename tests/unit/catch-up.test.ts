import { describe, expect, test } from 'vitest';
import { minutes, seconds } from '../../server/src/lib/durations';
import { createCatchUp } from '../../server/src/sync/catch-up';
import type { StartResult } from '../../server/src/sync/sync-service';
import { ManualClock, settled } from '../support/clocks';
import { memoryState } from '../support/memory-stores';
import { createQuietLogger } from '../support/quiet-logger';

const busy: StartResult = { kind: 'busy', run: null };
const started: StartResult = { kind: 'started', run: aRun() };

function aRun(): Extract<StartResult, { kind: 'started' }>['run'] {
  const counts = { fetched: 0, created: 0, updated: 0, unchanged: 0, removed: 0, failed: 0 };
  return {
    id: 'run',
    mode: 'incremental',
    dryRun: false,
    status: 'running',
    startedAt: '2026-03-01T12:00:00Z',
    finishedAt: null,
    phase: 'starting',
    counts,
    countsByEntity: { product: counts, category: counts, brand: counts },
    total: null,
    requests: 0,
    waitedMs: 0,
    quotaLeft: null,
    failures: [],
    error: null,
    reasons: [],
  };
}

function aSite(responses: (StartResult | Error)[]) {
  const clock = new ManualClock();
  const state = memoryState();
  const starts: number[] = [];
  const gate = { opens: Promise.resolve() };
  const start = async () => {
    starts.push(clock.now().getTime());
    await gate.opens;
    const response = responses.shift() ?? started;
    if (response instanceof Error) throw response;
    return response;
  };
  const open = () => createCatchUp({ state, start, clock, logger: createQuietLogger() });
  return { clock, starts, gate, open };
}

describe('a catch-up', () => {
  test('starts at once when no run is under way', async () => {
    const site = aSite([]);
    await site.open().request('a webhook was revived');
    await settled();
    expect(site.starts).toHaveLength(1);
  });

  test('waits for the run under way, which may be past what was missed', async () => {
    const site = aSite([busy, busy]);
    await site.open().request('a webhook was revived');
    await site.clock.advance(seconds(9));
    expect(site.starts).toHaveLength(2);
    await site.clock.advance(seconds(1));
    expect(site.starts).toHaveLength(3);
    await site.clock.advance(minutes(30));
    expect(site.starts).toHaveLength(3);
  });

  test('is not forgotten when the site stops before it could start', async () => {
    const site = aSite([busy]);
    const before = site.open();
    await before.request('a webhook was revived');
    await before.stop();
    site.open().resume();
    await settled();
    expect(site.starts).toHaveLength(2);
  });

  test('that was expected starts after a restart, and not before it is asked for', async () => {
    const site = aSite([]);
    const before = site.open();
    await before.expect('a webhook is being revived');
    await settled();
    expect(site.starts).toHaveLength(0);
    await before.stop();
    site.open().resume();
    await settled();
    expect(site.starts).toHaveLength(1);
  });

  test('nobody asked for does not start', async () => {
    const site = aSite([]);
    site.open().resume();
    await settled();
    expect(site.starts).toEqual([]);
  });

  test('is tried again when it cannot be started', async () => {
    const site = aSite([new Error('no credentials')]);
    await site.open().request('a webhook was revived');
    await site.clock.advance(minutes(5));
    expect(site.starts).toHaveLength(2);
  });

  test('that is asked for while another starts gets a run of its own', async () => {
    const site = aSite([]);
    const catchUp = site.open();
    let letStart: () => void = () => undefined;
    site.gate.opens = new Promise((resolve) => {
      letStart = resolve;
    });
    await catchUp.request('first');
    await settled();
    const second = catchUp.request('second');
    await settled();
    letStart();
    await second;
    await site.clock.advance(minutes(1));
    expect(site.starts).toHaveLength(2);
  });
});
