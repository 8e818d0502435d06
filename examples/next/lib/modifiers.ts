import type { Modifier } from 'strapi-plugin-commerce-bridge/client';
import type { PageProduct } from './catalog';

/** Where the store's cart takes what was chosen or entered for a modifier. It takes no files. */
const places = {
  dropdown: 'multipleChoices',
  radio_buttons: 'multipleChoices',
  rectangles: 'multipleChoices',
  swatch: 'multipleChoices',
  product_list: 'multipleChoices',
  product_list_with_images: 'multipleChoices',
  checkbox: 'checkboxes',
  text: 'textFields',
  multi_line_text: 'multiLineTextFields',
  numbers_only_text: 'numberFields',
  date: 'dateFields',
} as const;
type Place = (typeof places)[keyof typeof places];
const isPlaced = (type: string): type is keyof typeof places => Object.hasOwn(places, type);

/** Where a modifier belongs; null for one that this shop does not show. */
export const placeOf = ({ type }: Modifier): Place | null => (isPlaced(type) ? places[type] : null);

/** Name of a modifier's field in a form. */
export const fieldOf = ({ id }: Pick<Modifier, 'id'>): string => `modifier-${id}`;

/** What a form chose, as a cart takes it: the options of the variant, and the modifiers that were filled in. */
export function selectedOptions(
  { modifiers }: PageProduct,
  variant: PageProduct['variants'][number],
  form: ReadonlyMap<string, string>,
) {
  const given = (place: Place) =>
    (modifiers ?? [])
      .filter((modifier) => placeOf(modifier) === place)
      .map((modifier) => ({ optionEntityId: modifier.id, text: form.get(fieldOf(modifier))?.trim() ?? '' }))
      .filter(({ text }) => text !== '');
  const chosen = (place: Place) =>
    given(place).map(({ optionEntityId, text }) => ({ optionEntityId, optionValueEntityId: Number(text) }));
  return {
    multipleChoices: [
      ...variant.option_selections.map(({ option_id: optionEntityId, option_value: optionValueEntityId }) => ({
        optionEntityId,
        optionValueEntityId,
      })),
      ...chosen('multipleChoices'),
    ],
    checkboxes: chosen('checkboxes'),
    textFields: given('textFields'),
    multiLineTextFields: given('multiLineTextFields'),
    numberFields: given('numberFields').map(({ optionEntityId, text }) => ({ optionEntityId, number: Number(text) })),
    dateFields: given('dateFields').map(({ optionEntityId, text }) => ({ optionEntityId, date: `${text}T00:00:00Z` })),
  };
}
