import type { RecordEntity } from '../../../contracts/admin/records';

const entities: Record<string, RecordEntity> = {
  'plugin::commerce-bridge.product': 'product',
  'plugin::commerce-bridge.category': 'category',
  'plugin::commerce-bridge.brand': 'brand',
};

/** The kind of cached record that a content type holds; null for content types that are not ours. */
export function entityOfModel(model: string): RecordEntity | null {
  return entities[model] ?? null;
}
