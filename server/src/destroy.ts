import type { Core } from '@strapi/strapi';
import { findContainer } from './container';
import { stop } from './lifecycle';

/** Called by Strapi when the site stops: lets go of what is under way, so that it is taken up again. */
export async function destroy({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  const container = findContainer(strapi);
  if (container) await stop(container);
}
