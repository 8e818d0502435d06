import { claimUnits } from '../../../server/src/instances/limit-parts';

/** The units of `instance 0`, `instance 1`, … of a site whose instances have all seen each other. */
export function equalUnits(count: number): Record<string, number[]> {
  const names = Array.from({ length: count }, (_, rank) => `instance ${rank}`);
  const nobody = Object.fromEntries(names.map((name): [string, number[]] => [name, []]));
  return Object.fromEntries(names.map((name) => [name, claimUnits(nobody, name)]));
}
