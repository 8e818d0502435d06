import type { Core } from '@strapi/strapi';
import { z } from 'zod';

const routeSchema = z.looseObject({
  handler: z.string(),
  info: z.looseObject({ apiName: z.string().optional(), pluginName: z.string().optional() }).optional(),
});

/**
 * The content type whose entries a content API route returns, taken from the handler's name: `api::story.story.find`,
 * or `story.find` in the API `story`. Null for handlers that are functions or named otherwise.
 */
export function contentTypeOfRoute(strapi: Core.Strapi, route: unknown): string | null {
  const parsed = routeSchema.safeParse(route);
  if (!parsed.success) return null;
  const { handler, info = {} } = parsed.data;
  const controller = handler.trim().split('.').slice(0, -1).join('.');
  const candidates = [
    controller,
    `api::${info.apiName ?? ''}.${controller}`,
    `plugin::${info.pluginName ?? ''}.${controller}`,
  ];
  // `strapi.contentTypes` copies all of them on each access, and a starting site looks one up for each of its routes.
  const contentTypes = strapi.get<{ get(uid: string): unknown }>('content-types');
  return candidates.find((uid) => contentTypes.get(uid) !== undefined) ?? null;
}
