import { createCheapGet } from './cheap-get';
import { type LoadRequest, offer, saturate } from './load';
import type { LoadJob } from './pinned-load';
import { raisePriority } from './pinning';

/** The load generator in its own process; `pinned-load.ts` starts it and sends it jobs. */
if (process.argv[2] === 'everywhere') raisePriority();

process.on('message', (job: LoadJob) => {
  const { pace, seconds } = job;
  const next = requestsOf(job);
  const { get, close } = createCheapGet(job.baseUrl);
  const load = { seconds, next, send: get };
  const sent = 'connections' in pace ? saturate({ ...pace, ...load }) : offer({ ...pace, ...load });
  void sent.then((result) => {
    close();
    process.send?.(result);
  });
});

/** Returns null at the end of paths that do not repeat. */
function requestsOf({ baseUrl, paths, headers = {}, repeats }: LoadJob): () => LoadRequest | null {
  let next = 0;
  return () => {
    const path = paths[repeats ? next % paths.length : next];
    next += 1;
    return path === undefined ? null : { url: `${baseUrl}${path}`, headers };
  };
}
