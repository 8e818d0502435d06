import { expect, test } from 'vitest';
import { milliseconds, seconds } from '../../../server/src/lib/durations';
import { withSecondRequest } from '../../../server/src/webhooks/second-request';
import { ManualClock } from '../../support/time/clocks';

/** Requests that respond when the test lets them, or when their signal is aborted. */
function requests() {
  const sent: { respond: (value: string) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const send = (signal: AbortSignal) =>
    new Promise<string>((respond, fail) => {
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
