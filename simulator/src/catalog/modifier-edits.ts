import { apply, UnknownEntityError, type Changes, type EditAction } from './changes';
import type { Modifier, ModifierType, ModifierValue } from './product-model';
import type { CatalogState } from './state';

/** A value of a modifier: its label, and what differs from upstream's empty values. */
export interface NewModifierValue extends Changes<Omit<ModifierValue, 'id' | 'label'>> {
  label: string;
}

export interface NewModifier extends Changes<Omit<Modifier, 'id' | 'name' | 'display_name' | 'option_values'>> {
  display_name: string;
  type: ModifierType;
  option_values?: NewModifierValue[] | undefined;
}

export type ModifierChanges = Changes<Omit<Modifier, 'id' | 'name' | 'option_values'>>;

/** Modifiers of products. Adding and editing one raises nothing, deleting one an edit of the product (upstream 20.9). */
export class ModifierEdits {
  constructor(private readonly state: CatalogState) {}

  create(productId: number, options: NewModifier): Modifier {
    const { option_values: values = [], ...fields } = options;
    const id = this.state.takeId('option');
    const modifier: Modifier = {
      id,
      name: `${options.display_name}${id}`,
      display_name: options.display_name,
      type: options.type,
      required: false,
      sort_order: this.state.product(productId)?.modifiers.length ?? 0,
      config: {},
      option_values: values.map((value, place) => this.newValue(value, place)),
    };
    apply(modifier, fields);
    this.state.edit(productId, (product) => {
      product.modifiers.push(modifier);
    });
    this.announce('created', productId, id);
    return structuredClone(modifier);
  }

  update(productId: number, id: number, changes: ModifierChanges): Modifier {
    return this.change(productId, id, (modifier) => apply(modifier, changes));
  }

  addValue(productId: number, id: number, value: NewModifierValue): Modifier {
    return this.change(productId, id, (modifier) => {
      modifier.option_values.push(this.newValue(value, modifier.option_values.length));
    });
  }

  updateValue(
    productId: number,
    at: { modifierId: number; valueId: number },
    changes: Changes<Omit<ModifierValue, 'id'>>,
  ): Modifier {
    return this.change(productId, at.modifierId, (modifier) => {
      const value = modifier.option_values.find((each) => each.id === at.valueId);
      if (!value) throw new UnknownEntityError('modifier value', at.valueId);
      apply(value, changes);
    });
  }

  delete(productId: number, id: number): void {
    this.required(productId, id);
    this.state.edit(productId, (product) => {
      product.modifiers = product.modifiers.filter((modifier) => modifier.id !== id);
    });
    this.announce('deleted', productId, id);
  }

  private change(productId: number, id: number, change: (modifier: Modifier) => void): Modifier {
    this.required(productId, id);
    let changed: Modifier | undefined;
    this.state.edit(productId, (product) => {
      changed = product.modifiers.find((modifier) => modifier.id === id);
      if (changed) change(changed);
    });
    this.announce('updated', productId, id);
    return structuredClone(changed ?? this.required(productId, id));
  }

  private newValue(value: NewModifierValue, place: number): ModifierValue {
    const added: ModifierValue = {
      id: this.state.takeId('optionValue'),
      label: value.label,
      sort_order: place,
      is_default: false,
      value_data: null,
      adjusters: {},
    };
    apply(added, value);
    return added;
  }

  private required(productId: number, id: number): Modifier {
    const product = this.state.product(productId);
    if (!product) throw new UnknownEntityError('product', productId);
    const modifier = product.modifiers.find((each) => each.id === id);
    if (!modifier) throw new UnknownEntityError('modifier', id);
    return modifier;
  }

  private announce(action: EditAction, productId: number, modifierId: number): void {
    this.state.announce({ entity: 'modifier', action, productId, modifierId });
  }
}
