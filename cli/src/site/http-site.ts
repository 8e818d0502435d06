import { CommandError } from '../command-error';
import { exitCodes } from '../exit-codes';
import { createSiteOver } from './site-over';
import type { Site } from './site';
import { unreachable } from './unreachable';
import { withinTimeLimit } from './within-time-limit';

export interface HttpSiteOptions {
  /** The site's address, with its base path, if any. */
  url: URL;
  /** An admin API token; null if none was given: the site will then report that it requires one. */
  token: string | null;
  /** How long a request may take from its start to the last byte, in milliseconds. */
  timeLimit: number;
  /** Path of the public REST API below the site's address. */
  restPath: string;
  /** Aborted on Ctrl+C. */
  interrupted: AbortSignal;
}

/**
 * A running site. Redirects of the admin API are never followed, because the token would be sent to their target. The
 * public API redirects old slugs; it receives no token.
 */
export function createHttpSite({ url, token, timeLimit, restPath, interrupted }: HttpSiteOptions): Site {
  const address = url.href.replace(/\/+$/, '');

  async function send(request: Request, redirect: 'manual' | 'follow'): Promise<Response> {
    try {
      return await withinTimeLimit({ timeLimit, interrupted }, async (signal) => {
        const response = await fetch(request, { redirect, signal });
        mustStay(response, request);
        const text = await response.text();
        return new Response([204, 205, 304].includes(response.status) ? null : text, response);
      });
    } catch (error) {
      throw error instanceof CommandError ? error : unreachable(error, { address, timeLimit });
    }
  }

  return createSiteOver({
    address,
    restPath,
    token,
    send: (request) => send(request, 'manual'),
    fetchRest: (request) => send(request, 'follow'),
    carrying: null,
    close: async () => undefined,
  });
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
