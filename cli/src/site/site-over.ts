import { CommandError } from '../command-error';
import { exitCodes } from '../exit-codes';
import type { Site, SiteResponse, SiteRequest } from './site';

export interface SiteParts extends Pick<Site, 'fetchRest' | 'carrying' | 'close'> {
  /** Without a slash at the end. */
  address: string;
  /** Path of the public REST API below it. */
  restPath: string;
  /** An admin API token; null if none is sent. */
  token: string | null;
  /** Sends a request to the admin API; the response is read completely. @throws CommandError if there is no response */
  send(request: Request): Promise<Response>;
}

/** A site, regardless of how it is reached. */
export function createSiteOver({ address, restPath, token, send, ...parts }: SiteParts): Site {
  return {
    ...parts,
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
      const response = await send(request);
      return readResponse({ status: response.status, text: await response.text(), address });
    },
  };
}

function queryOf(query: SiteRequest['query'] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size === 0 ? '' : `?${given.toString()}`;
}

function readResponse({ status, text, address }: { status: number; text: string; address: string }): SiteResponse {
  if (text === '') return { status, body: null };
  try {
    const body: unknown = JSON.parse(text);
    return { status, body };
  } catch {
    throw new CommandError({
      exitCode: exitCodes.unreachable,
      message: `What responds at ${address} is not a Strapi site with Commerce Bridge, or something in front of it responded (status ${status}, no JSON).`,
      advice: 'Check --url: the address that the admin panel is opened at, without /admin.',
    });
  }
}
