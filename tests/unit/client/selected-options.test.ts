import { expect, test } from 'vitest';
import { selectOptions } from '../../../client/src/index';
import { aModifier, aValue } from '../../support/shops/shown-modifiers';

const variant = { option_selections: [{ option_id: 1, option_value: 10 }] };
const box = aModifier({
  id: 7,
  type: 'checkbox',
  values: [aValue({ id: 70, is_checked: true }), aValue({ id: 71, is_checked: false })],
});
const nothing = {
  multipleChoices: [],
  checkboxes: [],
  textFields: [],
  multiLineTextFields: [],
  numberFields: [],
  dateFields: [],
};

test('what a form chose and entered becomes what a cart takes, along with the options of the variant', () => {
  const modifiers = [
    aModifier({ id: 2, type: 'dropdown', values: [aValue({ id: 20 }), aValue({ id: 21 })] }),
    aModifier({ id: 3 }),
    aModifier({ id: 4, type: 'multi_line_text' }),
    aModifier({ id: 5, type: 'numbers_only_text' }),
    aModifier({ id: 6, type: 'date' }),
    box,
  ];
  const entries = new Map([
    [2, '21'],
    [3, ' For Ada '],
    [4, 'two\nlines'],
    [5, '4.5'],
    [6, '2026-11-25'],
    [7, '70'],
  ]);

  expect(selectOptions(variant, modifiers, entries)).toEqual({
    multipleChoices: [
      { optionEntityId: 1, optionValueEntityId: 10 },
      { optionEntityId: 2, optionValueEntityId: 21 },
    ],
    checkboxes: [{ optionEntityId: 7, optionValueEntityId: 70 }],
    textFields: [{ optionEntityId: 3, text: 'For Ada' }],
    multiLineTextFields: [{ optionEntityId: 4, text: 'two\nlines' }],
    numberFields: [{ optionEntityId: 5, number: 4.5 }],
    dateFields: [{ optionEntityId: 6, date: '2026-11-25T00:00:00Z' }],
  });
});

test('what is left empty is left out, and a checkbox that is not checked has the value for that', () => {
  expect(selectOptions({}, [aModifier({ id: 3 }), box], new Map([[3, ' ']]))).toEqual({
    ...nothing,
    checkboxes: [{ optionEntityId: 7, optionValueEntityId: 71 }],
  });
});

test('a file is left out, and so is a value that a modifier does not have', () => {
  const dropdown = aModifier({ id: 2, type: 'dropdown', values: [aValue({ id: 20 })] });
  const entries = new Map([
    [2, '99'],
    [3, 'C:\\fakepath\\logo.png'],
  ]);

  expect(selectOptions({}, [dropdown, aModifier({ id: 3, type: 'file' })], entries)).toEqual(nothing);
});

test('a product whose modifiers are not known has the options of its variant', () => {
  expect(selectOptions(variant, null, new Map())).toEqual({
    ...nothing,
    multipleChoices: [{ optionEntityId: 1, optionValueEntityId: 10 }],
  });
});
