import type { StrapiApp } from '@strapi/strapi/admin';
import { UpstreamPanel } from './upstream-panel';

type AddPanels = (panels: unknown[]) => void;

/** Adds our panel next to the entries of the Content Manager; it shows for our own content types only. */
export function addUpstreamPanel(app: StrapiApp): void {
  const apis: object = app.getPlugin('content-manager').apis;
  if ('addEditViewSidePanel' in apis && isAddPanels(apis.addEditViewSidePanel))
    apis.addEditViewSidePanel([UpstreamPanel]);
}

function isAddPanels(value: unknown): value is AddPanels {
  return typeof value === 'function';
}
