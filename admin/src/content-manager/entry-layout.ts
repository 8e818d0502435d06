import type { StrapiApp } from '@strapi/strapi/admin';
import { isOurField, type ExtensionField } from './synced-attributes';
import { SyncedValue } from './synced-value';

interface Field extends ExtensionField {
  type: string;
}

/** What Strapi passes to hooks before it shows an entry: panels with rows of fields. */
interface EditView {
  layout: { layout: Field[][][] };
}

/** An input type that no attribute has. */
const syncedValue = 'commerce-bridge-synced-value';

/** Registers the input that shows a value; to be called in `register`. */
export function addSyncedValues(app: StrapiApp): void {
  // @ts-expect-error Strapi's type knows no properties of an input.
  app.addFields({ type: syncedValue, Component: SyncedValue });
}

/**
 * Formats the values of cached records in Strapi's edit view as our own pages do, whatever layout an administrator has
 * configured. To be called in `bootstrap`.
 */
export function showSyncedValues(app: Pick<StrapiApp, 'registerHook'>): void {
  app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', withSyncedValues);
}

function withSyncedValues<View extends EditView>(view: View): View {
  const panels = view.layout.layout.map((rows) =>
    rows.map((row) => row.map((field) => (isOurField(field) ? { ...field, type: syncedValue } : field))),
  );
  return { ...view, layout: { ...view.layout, layout: panels } };
}
