import type { Modifier, Variant } from 'strapi-plugin-commerce-bridge/client';
import { StoreRefusal } from './cart';
import { nothingSelected, type SelectedOptions } from './selected-options';

/** The name of a modifier's field in a form. */
export const fieldOf = ({ id }: Pick<Modifier, 'id'>): string => `modifier-${id}`;

/**
 * A variant, and what a form says of modifiers, as a cart takes it.
 * @param variant with `option_selections`
 * @throws StoreRefusal for a modifier that is required and has nothing
 */
export function selectionOf(
  variant: Pick<Variant, 'option_selections'>,
  modifiers: readonly Modifier[],
  form: Readonly<Record<string, unknown>>,
): SelectedOptions {
  const selection = nothingSelected();
  for (const { option_id: optionEntityId, option_value: optionValueEntityId } of variant.option_selections ?? [])
    selection.multipleChoices.push({ optionEntityId, optionValueEntityId });
  for (const modifier of modifiers) {
    const given = form[fieldOf(modifier)];
    const hasSome = select(selection, modifier, typeof given === 'string' ? given.trim() : '');
    if (modifier.required && !hasSome) throw new StoreRefusal(`Please choose or enter “${modifier.name}”.`);
  }
  return selection;
}

/** Whether something was selected; the store itself judges what was entered. */
function select(selection: SelectedOptions, modifier: Modifier, given: string): boolean {
  const optionEntityId = modifier.id;
  if (modifier.values.length > 0) {
    // A checkbox that is not checked sends nothing, and has a value for that.
    const value =
      modifier.values.find(({ id }) => String(id) === given) ??
      modifier.values.find(({ is_checked: isChecked }) => isChecked === false);
    if (!value) return false;
    const choices = modifier.type === 'checkbox' ? selection.checkboxes : selection.multipleChoices;
    choices.push({ optionEntityId, optionValueEntityId: value.id });
    return modifier.type !== 'checkbox' || value.is_checked !== false;
  }
  if (given === '') return false;
  if (modifier.type === 'numbers_only_text') selection.numberFields.push({ optionEntityId, number: Number(given) });
  else if (modifier.type === 'date')
    selection.dateFields.push({ optionEntityId, date: new Date(`${given}T00:00:00Z`).toISOString() });
  else if (modifier.type === 'multi_line_text') selection.multiLineTextFields.push({ optionEntityId, text: given });
  else selection.textFields.push({ optionEntityId, text: given });
  return true;
}
