import { expect, test } from 'vitest';
import { type Step, troublePlan } from '../../../scripts/chaos/trouble-plan';

const first = (count: number, options: Parameters<typeof troublePlan>[0]): Step[] => {
  const plan = troublePlan(options);
  return Array.from({ length: count }, () => plan.next().value ?? expect.unreachable());
};

test('the same seed makes the same trouble in the same order', () => {
  const options = { seed: 7, instances: 3, redis: true };

  expect(first(40, options)).toEqual(first(40, options));
  expect(first(40, options)).not.toEqual(first(40, { ...options, seed: 8 }));
});

test('everything happens once before anything happens again', () => {
  const round = first(6, { seed: 1, instances: 3, redis: false }).map(({ trouble }) => trouble);

  expect(round.sort()).toEqual(['clock', 'end connections', 'kill', 'pause', 'refuse connections', 'rolling restart']);
});

test('a plan of one round ends after it, and may leave trouble out', () => {
  const options = { seed: 1, instances: 3, redis: true, rounds: 1, only: ['kill', 'flush Redis'] as const };

  expect([...troublePlan(options)].map(({ trouble }) => trouble).sort()).toEqual(['flush Redis', 'kill']);
});
