import { expect, test } from 'vitest';
import { z } from 'zod';
import { milliseconds, seconds } from '../../../server/src/lib/durations';
import { type RequestWatch } from '../../../server/src/upstream/upstream-access';
import { withSecondRequest } from '../../../server/src/webhooks/second-request';
import { createPacer } from '../../../server/src/upstream/pacing/pacing';
import { createUpstreamHttp } from '../../../server/src/upstream/http/upstream-http-client';
import { createQuietLogger } from '../../support/quiet-logger';
import { ManualClock } from '../../support/time/clocks';
import { followersOf } from '../../support/time/followers';

/** Requests that respond when the test lets them, or when their signal is aborted. */
function requests() {
  const sent: { respond: (value: string) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const send = (signal: AbortSignal, watch: RequestWatch = {}) =>
    new Promise<string>((respond, fail) => {
      watch.onSend?.();
      sent.push({ respond, fail, signal });
      signal.addEventListener('abort', () => fail(new Error('abandoned')), { once: true });
    });
  return { sent, send };
}

function begun() {
  const clock = new ManualClock();
  const stop = new AbortController();
  const { sent, send } = requests();
  const result = withSecondRequest({ clock, after: seconds(1), signal: stop.signal }, send);
  result.catch(() => undefined);
  return { clock, stop, sent, result };
}

test('a response in time is the only request', async () => {
  const { clock, sent, result } = begun();
  await clock.advance(milliseconds(900));
  sent[0]?.respond('first');
  expect(await result).toBe('first');
  await clock.advance(seconds(5));
  expect(sent).toHaveLength(1);
  expect(clock.waiting).toBe(0);
});

test('a failure in time is the only request', async () => {
  const { clock, sent, result } = begun();
  sent[0]?.fail(new Error('500'));
  await expect(result).rejects.toThrow('500');
  await clock.advance(seconds(5));
  expect(sent).toHaveLength(1);
});

test.each([
  ['second', 1],
  ['first', 0],
])(
  'after a second, whichever of two responds first counts, and the other is abandoned: the %s',
  async (name, index) => {
    const { clock, sent, result } = begun();
    await clock.advance(seconds(1));
    expect(sent).toHaveLength(2);
    sent[index]?.respond(name);
    expect(await result).toBe(name);
    expect(sent[1 - index]?.signal.aborted).toBe(true);
  },
);

test('one that fails leaves it to the other; when both fail, the first says why', async () => {
  const lucky = begun();
  await lucky.clock.advance(seconds(1));
  lucky.sent[0]?.fail(new Error('reset'));
  lucky.sent[1]?.respond('second');
  expect(await lucky.result).toBe('second');

  const unlucky = begun();
  await unlucky.clock.advance(seconds(1));
  unlucky.sent[1]?.fail(new Error('500'));
  unlucky.sent[0]?.fail(new Error('reset'));
  await expect(unlucky.result).rejects.toThrow('reset');
});

test('the end of the attempt ends it, and no second one is sent', async () => {
  const { clock, stop, sent, result } = begun();
  stop.abort(new Error('the site stops'));
  await expect(result).rejects.toThrow('abandoned');
  await clock.advance(seconds(5));
  expect(sent).toHaveLength(1);
});

test('nothing of a request is left on the signal of its worker', async () => {
  const { clock, stop, sent, result } = begun();
  await clock.advance(seconds(1));
  sent[1]?.respond('second');
  await result;
  expect(followersOf(stop.signal)).toBe(0);
});

/** A read from a store that responds within 50 milliseconds, with these statuses. */
function reading({ statuses }: { statuses: number[] }) {
  const clock = new ManualClock();
  const pacer = createPacer({ clock });
  const sentAfter: number[] = [];
  const start = () =>
    withSecondRequest({ clock, after: seconds(1), signal: new AbortController().signal }, (signal, watch) =>
      createUpstreamHttp({
        ...watch,
        transport: {
          async send() {
            sentAfter.push(clock.monotonic());
            await clock.wait(milliseconds(50));
            return { kind: 'response', status: statuses.shift() ?? 200, headers: {}, body: Buffer.from('{}') };
          },
          close: () => undefined,
        },
        connection: { apiUrl: 'https://store.example', storeHash: 'abc', accessToken: 'token' },
        pacer,
        clock,
        random: () => 0,
        logger: createQuietLogger(),
      }).request({ path: '/v3/catalog/products', schema: z.unknown(), signal, priority: 'high' }),
    );
  return { clock, pacer, sentAfter, start };
}

test('a request that waits for the quota is sent once', async () => {
  const { clock, pacer, sentAfter, start } = reading({ statuses: [] });
  pacer.pause(seconds(5));
  const result = start();
  await clock.advance(seconds(6));
  await result;
  expect(sentAfter).toEqual([5000]);
});

test('a request that is refused for the quota is never sent twice at once', async () => {
  const { clock, sentAfter, start } = reading({ statuses: [429, 429, 429] });
  const result = start();
  await clock.advance(seconds(60));
  await result;
  expect(sentAfter).toHaveLength(4);
  expect(new Set(sentAfter).size).toBe(4);
});
