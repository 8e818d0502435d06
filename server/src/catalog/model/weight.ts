/** Upstream's names for units, in lower case, and their usual abbreviations (behavior 2.6, upstream 2.6). */
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
 * @param unit as upstream spells it; an unknown unit is used as is; null (store not known yet) leaves just the number
 */
export function formatWeight(weight: number, unit: string | null): string {
  return `${weight} ${weightSymbol(unit)}`.trim();
}

/** The usual abbreviation of a unit (`kg`); empty if the unit is null. @param unit as upstream spells it */
export function weightSymbol(unit: string | null): string {
  const word = unit?.trim() ?? '';
  return symbols[word.toLowerCase()] ?? word;
}
