/** Upstream's words for units, lower case, and how people write them (behavior 2.6, upstream 2.6). */
const symbols: Readonly<Record<string, string>> = {
  lbs: 'lb',
  lb: 'lb',
  pounds: 'lb',
  pound: 'lb',
  ounces: 'oz',
  ounce: 'oz',
  oz: 'oz',
  kgs: 'kg',
  kg: 'kg',
  kilograms: 'kg',
  kilogram: 'kg',
  grams: 'g',
  gram: 'g',
  g: 'g',
  tonnes: 't',
  tonne: 't',
};

/**
 * A weight as text, for example `1.5 kg`.
 * @param weight in the store's unit
 * @param unit as upstream words it; one that is not known is written as given, and null (the store is not known yet)
 *   leaves the number alone
 */
export function formatWeight(weight: number, unit: string | null): string {
  return `${weight} ${weightSymbol(unit)}`.trim();
}

/** A unit as people write it (`kg`); empty when none is known. @param unit as upstream words it */
export function weightSymbol(unit: string | null): string {
  const word = unit?.trim() ?? '';
  return symbols[word.toLowerCase()] ?? word;
}
