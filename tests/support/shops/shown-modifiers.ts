import type { Modifier, ModifierValue } from '../../../client/src/index';

/** A modifier's value, and a modifier, as the public API shows them. */
export const aValue = (given: Partial<ModifierValue> & { id: number }): ModifierValue => ({
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

export const aModifier = (given: Partial<Modifier> & { id: number }): Modifier => ({
  name: 'Any',
  type: 'text',
  required: false,
  default_value: null,
  checkbox_label: null,
  limits: {},
  values: [],
  ...given,
});
