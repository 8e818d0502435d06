import type { Core } from '@strapi/strapi';
import { disposeContainer } from './container';

/** Called by Strapi when the site stops: lets go of what is under way, so that it is taken up again. */
export async function destroy({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  await disposeContainer(strapi);
}
