import type { Modifier } from 'strapi-plugin-commerce-bridge/client';

/** The kind of form field for each type of modifier. */
const fields = {
  dropdown: 'choice',
  radio_buttons: 'choice',
  rectangles: 'choice',
  swatch: 'choice',
  product_list: 'choice',
  product_list_with_images: 'choice',
  checkbox: 'checkbox',
  text: 'text',
  multi_line_text: 'lines',
  numbers_only_text: 'number',
  date: 'date',
} as const;
const hasField = (type: string): type is keyof typeof fields => Object.hasOwn(fields, type);

/** Null for a modifier that this shop does not show: the store's carts do not support files. */
export const fieldOf = ({ type }: Pick<Modifier, 'type'>) => (hasField(type) ? fields[type] : null);

/** Name of a modifier's field in a form. */
export const nameOf = ({ id }: Pick<Modifier, 'id'>): string => `modifier-${id}`;

/** A form's entries for modifiers, by modifier id. */
export const entriesOf = (modifiers: readonly Modifier[], form: FormData): Map<number, string> =>
  new Map(
    modifiers.flatMap((modifier) => {
      const entry = form.get(nameOf(modifier));
      return typeof entry === 'string' ? [[modifier.id, entry] as const] : [];
    }),
  );
