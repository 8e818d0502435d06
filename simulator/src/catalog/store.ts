import type { Clock } from '../clock';
import { Markets } from '../markets/markets';
import { apply, type ChangeListener, type Changes } from './changes';
import type { CatalogSource } from './model';
import { ModifierEdits } from './modifier-edits';
import { ProductEdits } from './product-edits';
import { CatalogState } from './state';
import { defaultInformation, type StoreInformation } from './store-information';
import { BrandEdits, CategoryEdits } from './taxonomy-edits';
import { VariantEdits } from './variant-edits';

/** The simulated store for tests: read and edit what the API returns, and listen to every edit. */
export class SimulatedStore {
  readonly state: CatalogState;
  readonly products: ProductEdits;
  readonly variants: VariantEdits;
  readonly modifiers: ModifierEdits;
  readonly categories: CategoryEdits;
  readonly brands: BrandEdits;
  readonly markets: Markets;
  private readonly current: StoreInformation;

  constructor(source: CatalogSource, options: { clock: Clock; storeHash: string }) {
    this.state = new CatalogState(source);
    this.products = new ProductEdits(this.state, options.clock);
    this.variants = new VariantEdits(this.state);
    this.modifiers = new ModifierEdits(this.state);
    this.categories = new CategoryEdits(this.state);
    this.brands = new BrandEdits(this.state);
    this.current = defaultInformation(options.storeHash);
    this.markets = new Markets({ state: this.state, clock: options.clock, information: this.current });
  }

  /** What `GET /v2/store` returns. */
  get information(): StoreInformation {
    return this.current;
  }

  /** Changes the store's settings, its currency or weight unit for example. */
  updateInformation(changes: Changes<StoreInformation>): void {
    apply(this.current, changes);
    this.state.announce({ entity: 'store' });
  }

  /** Calls the listener after every edit; the returned function unsubscribes. */
  onChange(listener: ChangeListener): () => void {
    return this.state.onChange(listener);
  }
}
