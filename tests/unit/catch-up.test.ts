import { describe, expect, test } from 'vitest';
import { minutes, seconds } from '../../server/src/lib/durations';
import { createCatchUp } from '../../server/src/sync/schedule/catch-up';
import type { StartResult } from '../../server/src/sync/sync-service';
import { ManualClock, settled } from '../support/time/clocks';
import { memoryState } from '../support/instances/memory-stores';
import { createQuietLogger } from '../support/quiet-logger';
import { aRun } from '../support/shops/run-records';

const busy: StartResult = { kind: 'busy', run: null };
const started: StartResult = { kind: 'started', run: aRun() };

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
  test('starts immediately if no run is in progress', async () => {
    const site = aSite([]);
    await site.open().request('a webhook was revived');
    await settled();
    expect(site.starts).toHaveLength(1);
  });

  test('waits for the current run, which may already be past what was missed', async () => {
    const site = aSite([busy, busy]);
    await site.open().request('a webhook was revived');
    await site.clock.advance(seconds(9));
    expect(site.starts).toHaveLength(2);
    await site.clock.advance(seconds(1));
    expect(site.starts).toHaveLength(3);
    await site.clock.advance(minutes(30));
    expect(site.starts).toHaveLength(3);
  });

  test('is not lost when the site stops before it could start', async () => {
    const site = aSite([busy]);
    const before = site.open();
    await before.request('a webhook was revived');
    await before.stop();
    site.open().resume();
    await settled();
    expect(site.starts).toHaveLength(2);
  });

  test('that was pending starts after a restart, and not before it is requested', async () => {
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

  test('does not start without a request', async () => {
    const site = aSite([]);
    site.open().resume();
    await settled();
    expect(site.starts).toEqual([]);
  });

  test('is retried if it cannot be started', async () => {
    const site = aSite([new Error('no credentials')]);
    await site.open().request('a webhook was revived');
    await site.clock.advance(minutes(5));
    expect(site.starts).toHaveLength(2);
  });

  test('that is requested while another starts gets its own run', async () => {
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
