import type { StrapiApp } from '@strapi/strapi/admin';
import { isOurField, type HandedField } from './synced-attributes';
import { SyncedValue } from './synced-value';

interface Field extends HandedField {
  type: string;
}

/** What Strapi hands around before it shows an entry: rows of fields, in panels. */
interface EditView {
  layout: { layout: Field[][][] };
}

/** A type of input that no attribute has. */
const syncedValue = 'commerce-bridge-synced-value';

/** Makes the input known in which a value is shown; to be called in `register`. */
export function addSyncedValues(app: StrapiApp): void {
  // @ts-expect-error Strapi's type knows no properties of an input.
  app.addFields({ type: syncedValue, Component: SyncedValue });
}

/**
 * Shows the values of cached records as our own pages do, in Strapi's own edit view and however an administrator has
 * arranged that. To be called in `bootstrap`.
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
