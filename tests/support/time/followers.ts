import { getEventListeners } from 'node:events';
import type { Clock } from '../../../server/src/lib/clock';

/** How many listeners a signal has, and signals that `AbortSignal.any` has made from it, as Node 20 remembers them. */
export function followersOf(signal: AbortSignal): number {
  const symbol = Object.getOwnPropertySymbols(signal).find(({ description }) => description === 'kDependantSignals');
  const dependants: unknown = symbol === undefined ? null : Reflect.get(signal, symbol);
  const size = typeof dependants === 'object' && dependants !== null && 'size' in dependants ? dependants.size : 0;
  return getEventListeners(signal, 'abort').length + Number(size);
}

/** The clock, and each signal that ends a wait; those that no code has any longer are forgotten. */
export function withWaitSignals(clock: Clock): { clock: Clock; mostFollowers: () => number } {
  const signals = new Set<WeakRef<AbortSignal>>();
  return {
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      wait: (duration, signal) => {
        if (signal) signals.add(new WeakRef(signal));
        return clock.wait(duration, signal);
      },
    },
    mostFollowers: () =>
      Math.max(
        0,
        ...Array.from(signals, (each) => each.deref()).flatMap((signal) => (signal ? [followersOf(signal)] : [])),
      ),
  };
}
