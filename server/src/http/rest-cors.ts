import type { Context } from 'koa';
import { marketHeader } from '../../../contracts/rest/markets';
import type { RestSettings } from '../settings/rest-settings';

/**
 * Seconds for which a browser may cache the response to a preflight; at most ten minutes, so that a change of settings
 * takes effect.
 */
const preflightLifetime = 600;

const allowedMethods = 'GET, POST, OPTIONS';
const exposedHeaders = ['ETag', 'Retry-After', 'X-Request-Id'];
/** What a page needs to send when it validates a response that it has. */
const validatingHeaders = 'If-None-Match, Cache-Control';

/** Whose pages may call the API. */
export interface CorsPolicy {
  /** Origins, or `*`; empty when only the site's own pages may. */
  origins: readonly string[];
  /** Whether another request may have another policy. */
  dependsOnRequest: boolean;
  /** Applies to listed origins, never to `*`. */
  allowsCredentials: boolean;
  /** Headers that name what a response contains. */
  surrogateHeaders: readonly string[];
}

/** The origins that the site's own policy allows in response to this request, or `*`. */
export type SiteOrigins = (ctx: Context) => Promise<{
  origins: readonly string[];
  /** Whether another request may get others. */
  areOfRequest: boolean;
}>;

/** Our settings, with the site's own origins in the place of `site` (behavior 3.13). */
export async function corsPolicy(ctx: Context, settings: RestSettings, siteOrigins: SiteOrigins): Promise<CorsPolicy> {
  const listed = settings.corsOrigins();
  const ofSite = listed.includes('site') ? await siteOrigins(ctx) : { origins: [], areOfRequest: false };
  return {
    origins: [...listed, ...ofSite.origins],
    dependsOnRequest: ofSite.areOfRequest && !listed.includes('*'),
    allowsCredentials: settings.corsCredentials(),
    surrogateHeaders: settings.caching().surrogateHeaders,
  };
}

/** What a response allows browsers on other origins. */
interface CorsVerdict {
  headers: Record<string, string>;
  /** Whether another origin would get a different response, so that caches must vary by origin. */
  dependsOnOrigin: boolean;
}

/**
 * Replaces the host's cross-origin policy with our own (behavior 3.13): an origin that is not listed gets no
 * `Access-Control-*` header at all.
 */
export function applyCors(ctx: Context, policy: CorsPolicy): void {
  const { headers, dependsOnOrigin } = corsVerdict(ctx.get('Origin'), policy);
  for (const name of Object.keys(ctx.response.headers)) {
    if (name.startsWith('access-control-')) ctx.remove(name);
  }
  ctx.set(headers);
  setVaryOrigin(ctx, dependsOnOrigin);
}

/** The headers of a preflight response, in addition to those of `applyCors`. */
export function applyPreflight(ctx: Context, settings: RestSettings): void {
  if (ctx.response.get('Access-Control-Allow-Origin') === '') return;
  ctx.remove('Access-Control-Expose-Headers');
  ctx.set({
    'Access-Control-Allow-Methods': allowedMethods,
    'Access-Control-Allow-Headers': `Content-Type, ${settings.nonceHeader()}, X-Bc-Customer-Access-Token, ${marketHeader}, ${validatingHeaders}`,
    'Access-Control-Max-Age': String(preflightLifetime),
  });
}

function corsVerdict(
  origin: string,
  { origins: listed, dependsOnRequest, allowsCredentials, surrogateHeaders }: CorsPolicy,
): CorsVerdict {
  const exposed = [...exposedHeaders, ...surrogateHeaders].join(', ');
  if (listed.includes('*')) {
    // On every response, whether or not an origin was sent: a cache may serve a response for the site itself to another
    // origin.
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposed };
    return { headers, dependsOnOrigin: dependsOnRequest };
  }
  if (origin === '' || !listed.some((entry) => isSameOrigin(entry, origin))) {
    return { headers: {}, dependsOnOrigin: listed.length > 0 };
  }
  return {
    headers: {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': exposed,
      ...(allowsCredentials && { 'Access-Control-Allow-Credentials': 'true' }),
    },
    dependsOnOrigin: true,
  };
}

// Settings may be written with a trailing slash or in capitals; `null`, the origin of sandboxes and files, never
// matches.
function isSameOrigin(entry: string, origin: string): boolean {
  if (!URL.canParse(entry) || !URL.canParse(origin)) return false;
  const known = new URL(entry).origin;
  return known !== 'null' && known === new URL(origin).origin;
}

// The host's own policy adds `Vary: Origin` whether or not ours depends on the origin.
function setVaryOrigin(ctx: Context, dependsOnOrigin: boolean): void {
  const names = String(ctx.response.get('Vary'))
    .split(',')
    .map((name) => name.trim());
  const others = names.filter((name) => name !== '' && name.toLowerCase() !== 'origin');
  ctx.remove('Vary');
  const vary = dependsOnOrigin ? [...others, 'Origin'] : others;
  if (vary.length > 0) ctx.set('Vary', vary.join(', '));
}
