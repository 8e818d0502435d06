/**
 * The part of each limit that an instance may use without asking. A limit is divided into 60 units; each instance owns
 * some, and no unit has two owners, so all parts together never exceed the limit, whatever instances know of others.
 */
export type OwnedUnits = readonly number[];

const unitCount = 60;
const units = Array.from({ length: unitCount }, (_, unit) => unit);

/** How many slots of a limit belong to these units. */
export function partOf(limit: number, owned: OwnedUnits): number {
  const set = new Set(owned);
  return Array.from({ length: limit }, (_, slot) => Math.floor(((slot + 0.5) * unitCount) / limit)).filter((unit) =>
    set.has(unit),
  ).length;
}

/**
 * The units that an instance may claim: its equal share, except those that others own. A single instance leaves half of
 * all units to one that may replace it after it was killed.
 * @param owned the units that each instance owns, including this one if it is known
 */
export function claimUnits(owned: Readonly<Record<string, OwnedUnits>>, instance: string): number[] {
  const names = [...new Set([...Object.keys(owned), instance])].sort();
  const count = Math.max(2, names.length);
  const taken = new Set(names.flatMap((name) => (name === instance ? [] : (owned[name] ?? []))));
  const isIdeal = (unit: number) => Math.floor((unit * count) / unitCount) === names.indexOf(instance);
  const had = new Set(owned[instance]);
  const free = units.filter((unit) => !taken.has(unit));
  const wanted = units.filter(isIdeal).length;
  const preferred = [isIdeal, (unit: number) => had.has(unit), () => true];
  return [...new Set(preferred.flatMap((isPreferred) => free.filter(isPreferred)))]
    .slice(0, wanted)
    .sort((a, b) => a - b);
}
