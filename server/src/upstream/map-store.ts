import type { StoreFacts } from '../catalog/model/catalog-types';
import type { WireStore } from './wire-store';

/** A store's first channel, where upstream does not say which is the default. */
const firstChannelId = 1;

/** What the whole catalog shares (upstream 2.6); the weight unit stays the word that upstream uses. */
export function mapStore(wire: WireStore): StoreFacts {
  return {
    weightUnit: wire.weight_units.trim(),
    currency: wire.currency,
    name: wire.name,
    defaultChannelId: wire.default_channel_id ?? firstChannelId,
  };
}
