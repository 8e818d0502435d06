import { expect, test } from 'vitest';
import type { Modifier, ModifierValue } from '../../client/src/index';
import { selectionOf } from '../../demo/selection';

const aValue = (given: Partial<ModifierValue> & { id: number }): ModifierValue => ({
  label: 'Any',
  is_default: false,
  price_adjuster: null,
  weight_adjuster: null,
  availability: 'available',
  message: '',
  colors: [],
  image: null,
  product_id: null,
  is_checked: null,
  ...given,
});
const aModifier = (given: Partial<Modifier> & { id: number }): Modifier => ({
  name: 'Any',
  type: 'text',
  required: false,
  default_value: null,
  checkbox_label: null,
  limits: {},
  values: [],
  ...given,
});
const variant = { option_selections: [{ option_id: 1, option_value: 10 }] };

test('a form with modifiers becomes what a cart takes, beside the options of the variant', () => {
  const modifiers = [
    aModifier({ id: 2, type: 'dropdown', values: [aValue({ id: 20 }), aValue({ id: 21 })] }),
    aModifier({ id: 3 }),
    aModifier({ id: 4, type: 'multi_line_text' }),
    aModifier({ id: 5, type: 'numbers_only_text' }),
    aModifier({ id: 6, type: 'date' }),
    aModifier({
      id: 7,
      type: 'checkbox',
      values: [aValue({ id: 70, is_checked: true }), aValue({ id: 71, is_checked: false })],
    }),
  ];
  const form = {
    'modifier-2': '21',
    'modifier-3': ' For Ada ',
    'modifier-4': 'two\nlines',
    'modifier-5': '4.5',
    'modifier-6': '2026-11-25',
    'modifier-7': '70',
  };
  expect(selectionOf(variant, modifiers, form)).toEqual({
    multipleChoices: [
      { optionEntityId: 1, optionValueEntityId: 10 },
      { optionEntityId: 2, optionValueEntityId: 21 },
    ],
    checkboxes: [{ optionEntityId: 7, optionValueEntityId: 70 }],
    textFields: [{ optionEntityId: 3, text: 'For Ada' }],
    multiLineTextFields: [{ optionEntityId: 4, text: 'two\nlines' }],
    numberFields: [{ optionEntityId: 5, number: 4.5 }],
    dateFields: [{ optionEntityId: 6, date: '2026-11-25T00:00:00.000Z' }],
  });
});

test('what is left empty is left out, and a checkbox that is not checked has the value for that', () => {
  const box = aModifier({
    id: 7,
    type: 'checkbox',
    values: [aValue({ id: 70, is_checked: true }), aValue({ id: 71, is_checked: false })],
  });
  expect(selectionOf({}, [aModifier({ id: 3 }), box], { 'modifier-3': '' })).toMatchObject({
    multipleChoices: [],
    textFields: [],
    checkboxes: [{ optionEntityId: 7, optionValueEntityId: 71 }],
  });
});

test('what is required and missing is refused by its name', () => {
  expect(() => selectionOf({}, [aModifier({ id: 3, name: 'Engraving', required: true })], {})).toThrow('Engraving');
});
