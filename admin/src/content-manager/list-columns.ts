import { createElement, type ReactNode } from 'react';
import type { StrapiApp } from '@strapi/strapi/admin';
import { isOurColumn, type ExtensionField } from './synced-attributes';
import { SyncedContent } from './synced-content';

interface Column extends ExtensionField {
  cellFormatter?: (row: Readonly<Record<string, unknown>>) => ReactNode;
}

/** What Strapi passes to hooks before it shows a list of entries. */
interface ListView {
  displayedHeaders: Column[];
}

/** Formats the values of cached records in Strapi's list view as our own pages do. To be called in `bootstrap`. */
export function showSyncedColumns(app: Pick<StrapiApp, 'registerHook'>): void {
  app.registerHook('Admin/CM/pages/ListView/inject-column-in-table', withSyncedColumns);
}

function withSyncedColumns<View extends ListView>(view: View): View {
  const displayedHeaders = view.displayedHeaders.map((column) =>
    isOurColumn(column) ? { ...column, cellFormatter: cellOf(column.name) } : column,
  );
  return { ...view, displayedHeaders };
}

function cellOf(name: string): Column['cellFormatter'] {
  return (row) => createElement(SyncedContent, { name, value: row[name], row, pictureSize: '4rem' });
}
