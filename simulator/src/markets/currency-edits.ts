import { apply, UnknownEntityError, type Changes } from '../catalog/changes';
import type { CatalogState } from '../catalog/state';
import type { StoreInformation } from '../catalog/store-information';
import { unixSeconds, type Clock } from '../clock';
import type { Currency } from './model';

/** A currency of the store: the default one, or one of the others. */
export interface StoreCurrency extends Currency {
  readonly isDefault: boolean;
}

const DEFAULT_ID = 1;

/** The store's currencies. The default one is the store's own, so it follows `information` (upstream 20.2). */
export class CurrencyEdits {
  private readonly others = new Map<string, Currency>();
  private nextId = DEFAULT_ID + 1;

  constructor(
    private readonly state: CatalogState,
    private readonly clock: Clock,
    private readonly information: StoreInformation,
  ) {}

  /** The default one first. */
  all(): StoreCurrency[] {
    const others = [...this.others.values()].filter((each) => each.currency_code !== this.information.currency);
    return [this.defaultOne(), ...others.map((each) => ({ ...each, isDefault: false }))];
  }

  find(code: string): StoreCurrency | undefined {
    return this.all().find((currency) => currency.currency_code === code.toUpperCase());
  }

  create(options: { currency_code: string; rate: number } & Changes<Omit<Currency, 'id' | 'modified'>>): Currency {
    const code = options.currency_code.toUpperCase();
    const currency: Currency = {
      id: this.nextId++,
      currency_code: code,
      name: code,
      rate: options.rate,
      auto_update: false,
      token: code,
      token_location: 'left',
      decimal_token: '.',
      thousands_token: ',',
      decimal_places: 2,
      enabled: true,
      is_transactional: true,
      modified: unixSeconds(this.clock),
    };
    apply(currency, { ...options, currency_code: code });
    this.others.set(code, currency);
    this.announce();
    return currency;
  }

  /** Updates a currency, such as its rate: no webhook scope covers it (upstream 20.9). */
  update(code: string, changes: Changes<Omit<Currency, 'id' | 'currency_code' | 'modified'>>): Currency {
    const currency = this.others.get(code.toUpperCase());
    if (!currency) throw new UnknownEntityError(`currency ${code}`, 0);
    apply(currency, { ...changes, modified: unixSeconds(this.clock) });
    this.announce();
    return currency;
  }

  private defaultOne(): StoreCurrency {
    const { information } = this;
    return {
      id: DEFAULT_ID,
      currency_code: information.currency,
      name: information.currency,
      rate: 1,
      auto_update: false,
      token: information.currency_symbol,
      token_location: information.currency_symbol_location === 'right' ? 'right' : 'left',
      decimal_token: information.decimal_separator,
      thousands_token: information.thousands_separator,
      decimal_places: information.decimal_places,
      enabled: true,
      is_transactional: true,
      modified: 0,
      isDefault: true,
    };
  }

  private announce(): void {
    this.state.touch();
    this.state.announce({ entity: 'currency' });
  }
}
