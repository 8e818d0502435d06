import { z } from 'zod';
import { createSiteOver } from './site-over';
import type { Site } from './site';
import { loadStrapi, type StrapiProcess } from './strapi-process';
import { unreachable } from './unreachable';
import { withinTimeLimit } from './within-time-limit';

export interface LocalSiteOptions {
  /** The site's root. */
  folder: string;
  /** Path of the public REST API; null: the site's own. */
  restPath: string | null;
  /** How long a request may take, not counting the loading of the site, in milliseconds. */
  timeLimit: number;
  /** Aborted on Ctrl+C. */
  interrupted: AbortSignal;
}

// Requests never leave this process.
const address = 'http://localhost';
const nominalRestPath = '/api/commerce-bridge/v1';
const mostRedirects = 5;
const holder = z.object({ host: z.string(), pid: z.int() }).nullable();

/** A site that is loaded into this process on the first request. */
export function createLocalSite({ folder, restPath, timeLimit, interrupted }: LocalSiteOptions): Site {
  let loading: Promise<StrapiProcess> | null = null;
  const loaded = (): Promise<StrapiProcess> => (loading ??= loadStrapi(folder));

  async function send(request: Request): Promise<Response> {
    const { connection } = await loaded();
    try {
      return await withinTimeLimit({ timeLimit, interrupted }, (signal) => connection.send(request, signal));
    } catch (error) {
      throw unreachable(error, { address: `The site in ${folder}`, timeLimit });
    }
  }

  return createSiteOver({
    address,
    restPath: restPath ?? nominalRestPath,
    token: null,
    send,
    async fetchRest(request) {
      const { restPath: present } = await loaded();
      let url = new URL(request.url);
      if (restPath === null) url.pathname = url.pathname.replace(nominalRestPath, present);
      for (let redirects = 0; ; redirects += 1) {
        const response = await send(new Request(url, request));
        const location = [301, 302, 307, 308].includes(response.status) ? response.headers.get('location') : null;
        if (location === null || redirects === mostRedirects) return response;
        const target = new URL(location, url);
        url = new URL(`${target.pathname}${target.search}`, url);
      }
    },
    carrying: {
      takeOver: async () => (await loaded()).service.takeOverSyncs(),
      holder: async () => holder.parse(await (await loaded()).service.syncHolder()),
    },
    async close() {
      const site = await loading?.catch(() => null);
      await site?.stop();
    },
  });
}
