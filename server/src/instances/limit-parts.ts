/**
 * Which part of each limit an instance may use without asking. A limit is a circle of 60 units; each instance owns some,
 * and no unit has two owners, so the parts of all never exceed any limit, no matter what each of them knows of the others.
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
 * The units that an instance may have: its equal share, as far as no other one owns it. An instance that is alone leaves
 * half of them to one that may take its place after it was killed.
 * @param owned what each instance owns, this one included if it is known
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
