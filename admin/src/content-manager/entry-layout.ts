import type { StrapiApp } from '@strapi/strapi/admin';
import { SyncedValue } from './synced-value';

interface Field {
  name: string;
  type: string;
}

/** What Strapi hands around before it shows an entry: rows of fields, in panels. */
interface EditView {
  layout: { layout: Field[][][]; metadatas: Record<string, unknown> };
}

/** A type of input that no attribute has. */
const syncedValue = 'commerce-bridge-synced-value';
const shown = new Set(['images', 'variants', 'customFields', 'tags', 'seo', 'price', 'salePrice', 'calculatedPrice']);

/** Makes the input known in which a value is shown; to be called in `register`. */
export function addSyncedValues(app: StrapiApp): void {
  // @ts-expect-error Strapi's type knows no properties of an input.
  app.addFields({ type: syncedValue, Component: SyncedValue });
}

/**
 * Shows prices, and what is stored as JSON, of cached products as people read them, in Strapi's own edit view and however
 * an administrator has arranged that. To be called in `bootstrap`.
 */
export function showSyncedValues(app: Pick<StrapiApp, 'registerHook'>): void {
  app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', withSyncedValues);
}

function withSyncedValues<View extends EditView>(view: View): View {
  const { layout, metadatas } = view.layout;
  // The hook does not say whose layout it is; no content type of others has these attributes.
  if (!('upstreamId' in metadatas && 'calculatedPrice' in metadatas && 'upstreamModifiedAt' in metadatas)) return view;
  const panels = layout.map((rows) =>
    rows.map((row) => row.map((field) => (shown.has(field.name) ? { ...field, type: syncedValue } : field))),
  );
  return { ...view, layout: { ...view.layout, layout: panels } };
}
