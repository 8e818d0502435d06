import type { Core } from '@strapi/strapi';
import { findContainer } from './container';
import { stop } from './lifecycle';

/** Called by Strapi when the site stops: releases work that is under way, so that another process can resume it. */
export async function destroy({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  const container = findContainer(strapi);
  if (container) await stop(container);
}
