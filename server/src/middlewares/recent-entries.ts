import type { Core } from '@strapi/strapi';
import { ownSchemas } from '../content-types';

const cached = new Set(Object.keys(ownSchemas).map((name) => `plugin::commerce-bridge.${name}`));

/**
 * Keeps synced records out of *Last edited entries* on Strapi's home page (behavior 9.4): otherwise a sync of a
 * large catalog would push out everything that people edited.
 */
export function leaveOutOfRecentEntries(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const path = cached.has(context.uid) ? strapi.requestContext.get()?.path : undefined;
    return path === '/content-manager/homepage/recent-documents' ? [] : next();
  });
}
