import type { CommandContext } from '../command';
import type { Site } from './site';

/** How long the site may defer one request, in milliseconds. */
const patience = 120_000;

/**
 * The same site, but retries requests to the public API when it responds that this address has used its share of the
 * time (429): on a busy site, this is normal for a client that reads page after page.
 */
export function patientSite({ site, output, clock, interrupted }: CommandContext): Site {
  let isNoted = false;
  return {
    ...site,
    async fetchRest(request) {
      const from = clock.now();
      for (;;) {
        const response = await site.fetchRest(request.clone());
        const wait = response.status === 429 ? secondsToWait(response) : null;
        if (wait === null || interrupted.aborted || clock.now() - from + wait * 1000 > patience) return response;
        if (!isNoted) output.note('The site is busy with other readers and defers some requests. Waiting for it.');
        isNoted = true;
        await clock.pause(wait * 1000, interrupted);
      }
    },
  };
}

function secondsToWait({ headers }: Response): number | null {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,5}$/.test(text) ? Math.max(1, Number(text)) : null;
}
