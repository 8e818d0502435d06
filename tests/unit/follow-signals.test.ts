import { expect, test } from 'vitest';
import { followSignals } from '../../server/src/lib/follow-signals';
import { followersOf } from '../support/time/followers';
import { settled } from '../support/time/clocks';

const never = () => new Promise<never>(() => undefined);

/** Two signals, and work under both that ends when the test lets it. */
function underWay() {
  const controllers = [new AbortController(), new AbortController()];
  const signals = controllers.map(({ signal }) => signal);
  let end: (value: string) => void = () => undefined;
  let given = new AbortController().signal;
  const result = followSignals(signals, (signal) => {
    given = signal;
    return new Promise<string>((resolve) => (end = resolve));
  });
  return { controllers, signals, given, result, end: (value: string) => end(value) };
}

test.each([0, 1])('the work is aborted with the first of the signals, for its reason (%i)', (index) => {
  const { controllers, given } = underWay();
  expect(given.aborted).toBe(false);
  const reason = new Error('first');
  controllers[index]?.abort(reason);
  controllers[1 - index]?.abort(new Error('second'));
  expect(given.reason).toBe(reason);
});

test('the work is aborted from the start if one of the signals is', async () => {
  const reason = new Error('earlier');
  const signals = [new AbortController().signal, AbortSignal.abort(reason)];
  expect(await followSignals(signals, async (signal) => signal.reason)).toBe(reason);
  expect(signals.map(followersOf)).toEqual([0, 0]);
});

test('the work decides the result, also when it is aborted', async () => {
  const { controllers, result, end } = underWay();
  controllers[0]?.abort();
  end('done');
  expect(await result).toBe('done');
});

test('no signal has a follower once the work has ended', async () => {
  const { signals, result, end } = underWay();
  expect(signals.map(followersOf)).toEqual([1, 1]);
  end('done');
  await result;
  expect(signals.map(followersOf)).toEqual([0, 0]);
});

test('no signal has a follower once the work has failed', async () => {
  const lasting = new AbortController().signal;
  const failing = followSignals([lasting], async () => {
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  expect(followersOf(lasting)).toBe(0);
});

test('work that ignores its signal is no follower of the others once it is aborted', async () => {
  const lasting = new AbortController().signal;
  const short = new AbortController();
  void followSignals([lasting, short.signal], never);
  short.abort();
  await settled();
  expect(followersOf(lasting)).toBe(0);
});
