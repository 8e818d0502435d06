import { expect, test } from 'vitest';
import { selectionOf } from '../../../demo/selection';
import { aModifier, aValue } from '../../support/shops/shown-modifiers';

const variant = { option_selections: [{ option_id: 1, option_value: 10 }] };

test('the fields of a form become what a cart takes, along with the options of the variant', () => {
  const modifiers = [
    aModifier({ id: 2, type: 'dropdown', values: [aValue({ id: 20 }), aValue({ id: 21 })] }),
    aModifier({ id: 3, required: true }),
    aModifier({ id: 4 }),
  ];
  const form = { slug: 'mug', 'modifier-2': '21', 'modifier-3': ' For Ada ', 'modifier-4': ' ' };

  expect(selectionOf(variant, modifiers, form)).toMatchObject({
    multipleChoices: [
      { optionEntityId: 1, optionValueEntityId: 10 },
      { optionEntityId: 2, optionValueEntityId: 21 },
    ],
    textFields: [{ optionEntityId: 3, text: 'For Ada' }],
  });
});

test('what is required and missing is refused by its name', () => {
  const box = aModifier({ id: 7, name: 'I am of age', type: 'checkbox', required: true, values: [aValue({ id: 70 })] });

  expect(() => selectionOf({}, [aModifier({ id: 3, name: 'Engraving', required: true })], {})).toThrow('Engraving');
  expect(() => selectionOf({}, [box], {})).toThrow('I am of age');
});
