import { moneyFields } from '../lib/product-words';

export const idFields: ReadonlySet<string> = new Set(['upstreamId', 'parentId', 'brandId']);
export const flagFields: ReadonlySet<string> = new Set(['inStock', 'isVisible']);
export const momentFields: ReadonlySet<string> = new Set([
  'syncedAt',
  'withdrawnAt',
  'upstreamCreatedAt',
  'upstreamModifiedAt',
]);
export const pictureField = 'imageUrl';

/** Fields of cached records that our own pages format differently from Strapi. */
const simple = new Set([
  ...moneyFields,
  ...idFields,
  ...flagFields,
  ...momentFields,
  pictureField,
  'publicationStatus',
  'inventoryTracking',
  'availability',
  'inventoryLevel',
]);
const composed = new Set(['images', 'variants', 'customFields', 'tags', 'seo']);

/** A field of a content type, as Strapi passes it to hooks. */
export interface ExtensionField {
  name: string;
  attribute: unknown;
}

/** Whether a list column is one of ours whose value we format ourselves. */
export function isOurColumn({ name, attribute }: ExtensionField): boolean {
  return simple.has(name) && isSynced(attribute);
}

/** Whether a field of the edit view is one of ours whose value we format ourselves. */
export function isOurField({ name, attribute }: ExtensionField): boolean {
  return (simple.has(name) || composed.has(name)) && isSynced(attribute);
}

/** Whether an attribute is marked as written by syncs only; a site's own attributes are not. */
function isSynced(attribute: unknown): boolean {
  const marks = partOf(partOf(attribute, 'pluginOptions'), 'commerce-bridge');
  return partOf(marks, 'synced') === true;
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : null;
}
