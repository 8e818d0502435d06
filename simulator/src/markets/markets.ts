import type { CatalogState } from '../catalog/state';
import type { StoreInformation } from '../catalog/store-information';
import type { Clock } from '../clock';
import { ChannelEdits } from './channel-edits';
import { CurrencyEdits } from './currency-edits';
import { GroupEdits } from './group-edits';
import { ListingEdits } from './listing-edits';
import { LocaleEdits } from './locale-edits';
import { MetafieldEdits } from './metafield-edits';
import { PriceListEdits } from './price-list-edits';
import { Pricing } from './pricing';

/** Channels, currencies, groups, price lists, locales and metafields of the simulated store. */
export class Markets {
  readonly channels: ChannelEdits;
  readonly listings: ListingEdits;
  readonly currencies: CurrencyEdits;
  readonly groups: GroupEdits;
  readonly priceLists: PriceListEdits;
  readonly locales: LocaleEdits;
  readonly metafields: MetafieldEdits;
  readonly pricing: Pricing;
  /** false: the store's plan has no price lists, and they respond with 403 (upstream 20.3). */
  hasPriceLists = true;
  /** Tax on top of a net price, in percent. */
  taxRate = 0;
  /** The most items of one pricing request; upstream's own maximum is not documented. */
  maximumPricingItems = 50;

  constructor(parts: { state: CatalogState; clock: Clock; information: StoreInformation }) {
    const { state, clock, information } = parts;
    this.channels = new ChannelEdits({
      state,
      clock,
      storeHash: information.id,
      defaultCurrency: () => information.currency,
    });
    this.listings = new ListingEdits(clock);
    this.currencies = new CurrencyEdits(state, clock, information);
    this.groups = new GroupEdits(state, clock);
    this.priceLists = new PriceListEdits(state, clock);
    this.locales = new LocaleEdits(state, information);
    this.metafields = new MetafieldEdits(state, clock);
    this.pricing = new Pricing(state, this);
  }
}
