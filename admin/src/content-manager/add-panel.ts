import type { StrapiApp } from '@strapi/strapi/admin';
import { UpstreamPanel } from './upstream-panel';

type AddPanels = (panels: unknown[]) => void;

/** Adds our side panel to the Content Manager's edit view; it is shown for our own content types only. */
export function addUpstreamPanel(app: StrapiApp): void {
  const apis: object = app.getPlugin('content-manager').apis;
  if ('addEditViewSidePanel' in apis && isAddPanels(apis.addEditViewSidePanel))
    apis.addEditViewSidePanel([UpstreamPanel]);
}

function isAddPanels(value: unknown): value is AddPanels {
  return typeof value === 'function';
}
