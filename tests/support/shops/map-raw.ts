import type { CatalogProduct } from '../../../server/src/catalog/model/catalog-types';
import { mapProduct } from '../../../server/src/upstream/mapping/map-product';
import { mapItems, readItems } from '../../../server/src/upstream/reading/read-items';
import { wireProduct } from '../../../server/src/upstream/wire/wire-product';
import { aWireProduct, type Raw } from './wire-builders';

/** One product, processed like every product: parsed, then mapped for channel 1. */
function outcomeOf(overrides: Raw): { items: CatalogProduct[]; reasons: string[] } {
  const read = readItems([aWireProduct(overrides)], { entity: 'product', schema: wireProduct, idField: 'id' });
  const mapped = mapItems(read.items, {
    entity: 'product',
    map: ({ channels, variants, images, custom_fields: customFields, ...wire }) =>
      mapProduct(
        {
          ...wire,
          channels: channels ?? [],
          variants: variants ?? [],
          images: images ?? [],
          custom_fields: customFields ?? [],
        },
        { channelId: 1 },
      ),
    label: (wire) => wire,
  });
  return { items: mapped.items, reasons: [...read.failures, ...mapped.failures].map((failure) => failure.reason) };
}

/** The result of mapping a valid product with these fields changed. */
export function mapped(overrides: Raw = {}): CatalogProduct {
  const { items, reasons } = outcomeOf(overrides);
  const [product] = items;
  if (!product) throw new Error(`not mapped: ${reasons.join('; ')}`);
  return product;
}

/** Why a valid product with these fields changed is unusable. */
export function refusal(overrides: Raw): string {
  const { items, reasons } = outcomeOf(overrides);
  if (items.length > 0) throw new Error('it was mapped');
  return reasons.join('; ');
}
