import type { StoreFacts } from '../../catalog/model';
import type { WireStore } from '../wire/wire-store';

/** A store's first channel, used when upstream does not report the default one. */
const firstChannelId = 1;

/** What the whole catalog shares (upstream 2.6); the weight unit is kept as upstream spells it. */
export function mapStore(wire: WireStore): StoreFacts {
  return {
    weightUnit: wire.weight_units.trim(),
    currency: wire.currency,
    name: wire.name,
    defaultChannelId: wire.default_channel_id ?? firstChannelId,
    currencySymbol: wire.currency_symbol.trim() || null,
    currencyDecimals: wire.decimal_places !== null && wire.decimal_places >= 0 ? wire.decimal_places : null,
    currencyPlacement: placements.find((side) => side === wire.currency_symbol_location.trim().toLowerCase()) ?? null,
    locale: wire.language.trim() || null,
  };
}

const placements = ['left', 'right'] as const;
