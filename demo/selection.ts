import {
  type Modifier,
  type SelectedOptions,
  selectOptions,
  StoreRefusal,
  type Variant,
} from 'strapi-plugin-commerce-bridge/client';

/** The name of a modifier's field in a form. */
export const fieldOf = ({ id }: Pick<Modifier, 'id'>): string => `modifier-${id}`;

/**
 * Converts a variant, and a form's entries for modifiers, to a cart's format.
 * @param variant with `option_selections`
 * @throws StoreRefusal if a required modifier has no entry
 */
export function selectionOf(
  variant: Pick<Variant, 'option_selections'>,
  modifiers: readonly Modifier[],
  form: Readonly<Record<string, unknown>>,
): SelectedOptions {
  const entries = new Map<number, string>();
  for (const modifier of modifiers) {
    const given = form[fieldOf(modifier)];
    if (typeof given === 'string' && given.trim() !== '') entries.set(modifier.id, given);
  }
  const missing = modifiers.find(({ id, required }) => required && !entries.has(id));
  if (missing) throw new StoreRefusal(`Please choose or enter “${missing.name}”.`);
  return selectOptions(variant, modifiers, entries);
}
