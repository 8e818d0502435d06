import type { Context } from 'koa';
import type { RestSettings } from '../settings/rest-settings';

/** Seconds for which a browser may keep the answer to a preflight; no more than ten minutes, so that a change of settings arrives. */
const preflightLifetime = 600;

const allowedMethods = 'GET, POST, OPTIONS';
const exposedHeaders = 'ETag, Retry-After, X-Request-Id';

/** What an answer says to browsers of other origins. */
interface CorsVerdict {
  headers: Record<string, string>;
  /** Whether another origin would be answered otherwise, so that caches must keep them apart. */
  dependsOnOrigin: boolean;
}

/**
 * Puts our own cross-origin policy in place of whatever the host's said (behavior 3.13): an origin that is not listed
 * gets no `Access-Control-*` header at all.
 */
export function applyCors(ctx: Context, settings: RestSettings): void {
  const { headers, dependsOnOrigin } = corsVerdict(ctx.get('Origin'), settings);
  for (const name of Object.keys(ctx.response.headers)) {
    if (name.startsWith('access-control-')) ctx.remove(name);
  }
  ctx.set(headers);
  setVaryOrigin(ctx, dependsOnOrigin);
}

/** The headers by which a preflight is answered beside those of `applyCors`. */
export function applyPreflight(ctx: Context, settings: RestSettings): void {
  if (ctx.response.get('Access-Control-Allow-Origin') === '') return;
  ctx.remove('Access-Control-Expose-Headers');
  ctx.set({
    'Access-Control-Allow-Methods': allowedMethods,
    'Access-Control-Allow-Headers': `Content-Type, ${settings.nonceHeader()}, X-Bc-Customer-Access-Token`,
    'Access-Control-Max-Age': String(preflightLifetime),
  });
}

function corsVerdict(origin: string, settings: RestSettings): CorsVerdict {
  const listed = settings.corsOrigins();
  if (listed.includes('*')) {
    // On every answer, asked or not: a cache may hand an answer to the site itself on to another origin.
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposedHeaders };
    return { headers, dependsOnOrigin: false };
  }
  if (origin === '' || !listed.some((entry) => isSameOrigin(entry, origin))) {
    return { headers: {}, dependsOnOrigin: listed.length > 0 };
  }
  return {
    headers: {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': exposedHeaders,
      ...(settings.corsCredentials() && { 'Access-Control-Allow-Credentials': 'true' }),
    },
    dependsOnOrigin: true,
  };
}

// Settings may be written with a slash at the end or in capitals; `null`, the origin of sandboxes and files, never matches.
function isSameOrigin(entry: string, origin: string): boolean {
  if (!URL.canParse(entry) || !URL.canParse(origin)) return false;
  const known = new URL(entry).origin;
  return known !== 'null' && known === new URL(origin).origin;
}

// The host's own policy adds `Vary: Origin` whether or not ours looks at the origin.
function setVaryOrigin(ctx: Context, dependsOnOrigin: boolean): void {
  const names = String(ctx.response.get('Vary'))
    .split(',')
    .map((name) => name.trim());
  const others = names.filter((name) => name !== '' && name.toLowerCase() !== 'origin');
  ctx.remove('Vary');
  const vary = dependsOnOrigin ? [...others, 'Origin'] : others;
  if (vary.length > 0) ctx.set('Vary', vary.join(', '));
}
