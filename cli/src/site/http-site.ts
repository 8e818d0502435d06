import { CommandError } from '../command-error';
import { exitCodes } from '../exit-codes';
import type { Site, SiteAnswer, SiteRequest } from './site';
import { unreachable } from './unreachable';

export interface HttpSiteOptions {
  /** The site's address, with the path that it is served below, if any. */
  url: URL;
  /** An admin API token; null if none was given: the site will say that it needs one. */
  token: string | null;
  /** How long a request may take from its start to the last byte, in milliseconds. */
  timeLimit: number;
  /** Path of the public REST API below the site's address. */
  restPath: string;
  /** Aborted on Ctrl+C. */
  interrupted: AbortSignal;
}

/**
 * A running site. Redirects of the admin API are never followed: the token would be sent to wherever they lead. The public
 * API redirects old slugs; no token is sent to it.
 */
export function createHttpSite({ url, token, timeLimit, restPath, interrupted }: HttpSiteOptions): Site {
  const address = url.href.replace(/\/+$/, '');

  async function send(request: Request, redirect: 'manual' | 'follow'): Promise<{ response: Response; text: string }> {
    const signal = AbortSignal.any([AbortSignal.timeout(timeLimit), interrupted]);
    try {
      const response = await fetch(request, { redirect, signal });
      mustStay(response, request);
      return { response, text: await response.text() };
    } catch (error) {
      throw error instanceof CommandError ? error : unreachable(error, { address, timeLimit });
    }
  }

  return {
    restBaseUrl: `${address}${restPath}`,
    async ask({ method, path, query, body }) {
      const request = new Request(`${address}/commerce-bridge${path}${queryOf(query)}`, {
        method,
        headers: {
          accept: 'application/json',
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { response, text } = await send(request, 'manual');
      return readAnswer({ status: response.status, text, address });
    },
    async fetchRest(request) {
      const { response, text } = await send(request, 'follow');
      return new Response(response.status === 204 ? null : text, response);
    },
  };
}

function queryOf(query: SiteRequest['query'] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? '' : `?${given.toString()}`;
}

function mustStay({ status, headers, url }: Response, request: Request): void {
  const { origin } = new URL(request.url);
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  const target = isRedirect ? (headers.get('location') ?? '') : url;
  const place = URL.canParse(target, request.url) ? new URL(target, request.url).origin : 'nowhere';
  if (!isRedirect && place === origin) return;
  throw new CommandError({
    exitCode: exitCodes.unreachable,
    message: `${origin} redirects to ${place}. The token was not sent there.`,
    advice: 'If the site is there, give its address with --url.',
  });
}

function readAnswer({ status, text, address }: { status: number; text: string; address: string }): SiteAnswer {
  if (text === '') return { status, body: null };
  try {
    const body: unknown = JSON.parse(text);
    return { status, body };
  } catch {
    throw new CommandError({
      exitCode: exitCodes.unreachable,
      message: `What answers at ${address} is not a Strapi site with Commerce Bridge, or something in front of it answered (status ${status}, no JSON).`,
      advice: 'Check --url: the address that the admin panel is opened at, without /admin.',
    });
  }
}
