import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import type { SiteOrigins } from '../http/rest-cors';

const origins = z.union([z.string(), z.array(z.string())]).nullish();
type Origins = z.infer<typeof origins>;

const configured = z.looseObject({
  name: z.literal('strapi::cors'),
  config: z.looseObject({ origin: z.unknown() }).optional(),
});

/**
 * What `strapi::cors` in the site's `config/middlewares` allows, read as Strapi reads it: a list, a text with commas,
 * or a function of the request; every origin by default. None if the site does not use that middleware.
 */
export function siteOriginsOf(strapi: Core.Strapi): SiteOrigins {
  // A site without its own configuration has this middleware; Strapi does not start if the configuration is not a list.
  const middlewares = z
    .array(z.unknown())
    .catch([])
    .parse(strapi.config.get('middlewares', ['strapi::cors']));
  const entry = middlewares.find((each) => each === 'strapi::cors' || configured.safeParse(each).success);
  const origin = configured.safeParse(entry).data?.config?.origin;
  return async (ctx) => {
    if (entry === undefined) return { origins: [], areOfRequest: false };
    if (typeof origin !== 'function') return { origins: listOf(origins.parse(origin)), areOfRequest: false };
    // Strapi does not call the function without an origin, so that it may rely on there being one.
    const list = ctx.get('Origin') === '' ? [] : listOf(origins.parse(await origin(ctx)));
    return { origins: list, areOfRequest: true };
  };
}

function listOf(given: Origins): string[] {
  if (given === undefined || given === null) return ['*'];
  return typeof given === 'string' ? given.split(',').map((each) => each.trim()) : given;
}
