/** One value for each parameter. */
export type Combination<Levels extends Record<string, readonly unknown[]>> = {
  -readonly [Name in keyof Levels]: Levels[Name][number];
};

/**
 * A small set of combinations in which every pair of values of two parameters occurs: each starts with a missing pair,
 * and takes the value with the most missing pairs for each other parameter. The result is always the same for the same
 * levels.
 */
export function pairwise<const Levels extends Record<string, readonly unknown[]>>(
  levels: Levels,
): Combination<Levels>[] {
  const names: (keyof Levels & string)[] = Object.keys(levels);
  const sizeOf = (name: string) => levels[name]?.length ?? 0;
  const missing = new Set<string>();
  for (const [at, one] of names.entries())
    for (const other of names.slice(at + 1))
      for (let first = 0; first < sizeOf(one); first += 1)
        for (let second = 0; second < sizeOf(other); second += 1) missing.add(pairOf([one, first], [other, second]));

  const combinations: Combination<Levels>[] = [];
  for (;;) {
    const [pair] = missing;
    if (pair === undefined) return combinations;
    const chosen = new Map<string, number>(choicesIn(pair));
    for (const name of names) {
      if (chosen.has(name)) continue;
      const gains = Array.from({ length: sizeOf(name) }, (_, level) => {
        return [...chosen].filter((choice) => missing.has(pairOf(choice, [name, level]))).length;
      });
      chosen.set(name, gains.indexOf(Math.max(...gains)));
    }
    for (const choice of chosen) for (const other of chosen) missing.delete(pairOf(choice, other));
    combinations.push(combinationOf(levels, chosen));
  }
}

type Choice = readonly [name: string, level: number];

function pairOf(one: Choice, other: Choice): string {
  return JSON.stringify(one[0] < other[0] ? [one, other] : [other, one]);
}

function choicesIn(pair: string): Choice[] {
  const choices: Choice[] = JSON.parse(pair);
  return choices;
}

function combinationOf<Levels extends Record<string, readonly unknown[]>>(
  levels: Levels,
  chosen: ReadonlyMap<string, number>,
): Combination<Levels>;
function combinationOf(
  levels: Record<string, readonly unknown[]>,
  chosen: ReadonlyMap<string, number>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(levels).map(([name, values]) => [name, values[chosen.get(name) ?? 0]]));
}
