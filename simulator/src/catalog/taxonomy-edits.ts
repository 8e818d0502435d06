import { apply, UnknownEntityError, type Changes, type EditAction } from './changes';
import { defaultBrand, defaultCategory } from './defaults';
import type { Brand, Category } from './model';
import type { CatalogState } from './state';

/** What happens to products that reference a deleted category or brand. */
export type References = 'remove' | 'keep';

/** Edits to categories. */
export class CategoryEdits {
  constructor(private readonly state: CatalogState) {}

  all(): Category[] {
    return [...this.state.categories.values()].map((category) => structuredClone(category));
  }

  get(id: number): Category | undefined {
    return structuredClone(this.state.categories.get(id));
  }

  create(options: Changes<Category> & { name: string }): Category {
    const id = options.id ?? this.state.takeId('category');
    this.state.reserveId('category', id);
    const category = defaultCategory(id, options.name);
    apply(category, { ...options, id });
    this.state.categories.set(id, category);
    this.announce('created', category);
    return structuredClone(category);
  }

  update(id: number, changes: Changes<Omit<Category, 'id'>>): Category {
    const category = this.required(id);
    const before = structuredClone(category);
    apply(category, changes);
    const changed = differences(before, category);
    if (changed.length > 0) this.announce('updated', category, changed);
    return structuredClone(category);
  }

  rename(id: number, name: string): Category {
    return this.update(id, { name });
  }

  /** Moves it below another category; 0 moves it to the top level. */
  move(id: number, parentId: number): Category {
    if (parentId !== 0) this.required(parentId);
    return this.update(id, { parent_id: parentId });
  }

  /** Deletes it and its descendants. Products lose their references to it; with `keep`, those remain and dangle. */
  delete(id: number, references: References = 'remove'): void {
    const category = this.required(id);
    for (const child of this.all().filter((each) => each.parent_id === id)) this.delete(child.id, references);
    this.state.categories.delete(id);
    if (references === 'remove') this.state.detachCategory(id);
    this.announce('deleted', category);
  }

  private required(id: number): Category {
    const category = this.state.categories.get(id);
    if (!category) throw new UnknownEntityError('category', id);
    return category;
  }

  private announce(action: EditAction, category: Category, fields: (keyof Category)[] = []): void {
    this.state.touch();
    this.state.announce({ entity: 'category', action, category: structuredClone(category), fields });
  }
}

function differences(before: Category, after: Category): (keyof Category)[] {
  const isField = (name: string): name is keyof Category => name in before;
  return Object.keys(after)
    .filter(isField)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** Edits to brands. Upstream has no webhook for any of them (upstream 4.2). */
export class BrandEdits {
  constructor(private readonly state: CatalogState) {}

  all(): Brand[] {
    return [...this.state.brands.values()].map((brand) => structuredClone(brand));
  }

  get(id: number): Brand | undefined {
    return structuredClone(this.state.brands.get(id));
  }

  create(options: Changes<Brand> & { name: string }): Brand {
    const id = options.id ?? this.state.takeId('brand');
    this.state.reserveId('brand', id);
    const brand = defaultBrand(id, options.name);
    apply(brand, { ...options, id });
    this.state.brands.set(id, brand);
    this.announce('created', id);
    return structuredClone(brand);
  }

  update(id: number, changes: Changes<Omit<Brand, 'id'>>): Brand {
    const brand = this.required(id);
    apply(brand, changes);
    this.announce('updated', id);
    return structuredClone(brand);
  }

  rename(id: number, name: string): Brand {
    return this.update(id, { name });
  }

  /** Products lose their references to it; with `keep`, those remain and dangle. */
  delete(id: number, references: References = 'remove'): void {
    this.required(id);
    this.state.brands.delete(id);
    if (references === 'remove') this.state.detachBrand(id);
    this.announce('deleted', id);
  }

  private required(id: number): Brand {
    const brand = this.state.brands.get(id);
    if (!brand) throw new UnknownEntityError('brand', id);
    return brand;
  }

  private announce(action: EditAction, brandId: number): void {
    this.state.touch();
    this.state.announce({ entity: 'brand', action, brandId });
  }
}
