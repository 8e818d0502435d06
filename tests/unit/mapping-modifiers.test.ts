import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { modifier } from '../../contracts/rest/modifiers';
import { presentModifier } from '../../server/src/catalog/views/modifier-view';
import { mapModifiers } from '../../server/src/upstream/mapping/map-modifier';
import { wireModifier } from '../../server/src/upstream/wire/wire-modifier';

const mapped = (...wires: object[]) =>
  mapModifiers(
    z.array(wireModifier).parse(wires.map((wire) => ({ id: 1, display_name: 'Any', type: 'text', ...wire }))),
  );
const limitsOf = (config: object) => mapped({ config })[0]?.limits;

describe('modifiers', () => {
  test('and their values are in the order in which the store shows them', () => {
    const value = (id: number, sort_order: number) => ({ id, label: String(id), sort_order });
    const [first, second] = mapped(
      { id: 7, sort_order: 2 },
      { id: 9, sort_order: 1, type: 'dropdown', option_values: [value(3, 1), value(1, 2), value(2, 1)] },
    );
    expect([first?.id, second?.id]).toEqual([9, 7]);
    expect(first?.values.map(({ id }) => id)).toEqual([2, 3, 1]);
  });

  test('have the adjusters that are set, whether upstream leaves the others out, empty, or null', () => {
    const adjustersOf = (adjusters: unknown) =>
      mapped({ type: 'dropdown', option_values: [{ id: 1, label: 'A', adjusters }] })[0]?.values[0];
    for (const unset of [
      undefined,
      null,
      {},
      { price: {}, weight: null },
      { price: { adjuster: null, adjuster_value: null } },
    ])
      expect(adjustersOf(unset)).toMatchObject({ price: null, weight: null, isPurchaseDisabled: false, image: null });
    expect(
      adjustersOf({
        price: { adjuster: 'percentage', adjuster_value: -10 },
        weight: { adjuster: 'relative', adjuster_value: 0.5 },
        image_url: 'https://cdn.example/box.jpg',
        purchasing_disabled: { status: true, message: 'Back in May' },
      }),
    ).toMatchObject({
      price: { kind: 'percentage', value: -10 },
      weight: { kind: 'relative', value: 0.5 },
      image: 'https://cdn.example/box.jpg',
      isPurchaseDisabled: true,
      message: 'Back in May',
    });
  });

  test('that are a checkbox say which value is the checked one, and which is the default', () => {
    const [insurance] = mapped({
      type: 'checkbox',
      config: { checked_by_default: true, checkbox_label: 'Insure it' },
      option_values: [
        { id: 1, label: 'Yes', value_data: { checked_value: true } },
        { id: 2, label: 'No', value_data: { checked_value: false } },
      ],
    });
    expect(insurance).toMatchObject({
      checkboxLabel: 'Insure it',
      values: [
        { isChecked: true, isDefault: true },
        { isChecked: false, isDefault: false },
      ],
    });
  });

  test('have the limits that apply, and none that are switched off', () => {
    expect(limitsOf({ text_min_length: 2, text_max_length: 20, text_max_lines: 3 })).toEqual({
      minLength: 2,
      maxLength: 20,
      maxLines: 3,
    });
    expect(limitsOf({ text_characters_limited: false, text_max_length: 20, text_lines_limited: true })).toEqual({});
    const numbers = { number_limited: true, number_lowest_value: 1, number_highest_value: 9 };
    expect(limitsOf({ ...numbers, number_limit_mode: 'lowest', number_integers_only: true })).toEqual({
      min: 1,
      integersOnly: true,
    });
    expect(limitsOf({ ...numbers, number_limit_mode: 'range' })).toEqual({ min: 1, max: 9 });
    expect(
      limitsOf({ date_limited: true, date_limit_mode: 'earliest', date_earliest_value: '2026-11-25T00:00:00+00:00' }),
    ).toEqual({ earliest: '2026-11-25' });
    expect(
      limitsOf({
        file_types_mode: 'specific',
        file_types_supported: ['images', 'other'],
        file_types_other: ['pdf'],
        file_max_size: 5,
      }),
    ).toEqual({ fileTypes: ['images', 'pdf'], maxFileSize: 5 });
    expect(limitsOf({})).toEqual({});
  });

  test('are what the REST API describes', () => {
    const [shown] = mapped({
      required: true,
      config: { default_value: 'For you', text_max_length: 20, number_integers_only: false },
      option_values: [{ id: 4, label: 'Red', value_data: { colors: ['#f00'] } }],
    }).map(presentModifier);
    expect(modifier.parse(shown)).toEqual({
      id: 1,
      name: 'Any',
      type: 'text',
      required: true,
      default_value: 'For you',
      checkbox_label: null,
      limits: { max_length: 20 },
      values: [
        {
          id: 4,
          label: 'Red',
          is_default: false,
          price_adjuster: null,
          weight_adjuster: null,
          availability: 'available',
          message: '',
          colors: ['#f00'],
          image: null,
          product_id: null,
          is_checked: null,
        },
      ],
    });
  });
});
