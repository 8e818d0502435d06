import { saturate } from './load';
import type { LoadJob } from './pinned-load';

/** The load generator in its own process; `pinned-load.ts` starts it and sends it jobs. */
process.on('message', ({ baseUrl, paths, headers = {}, repeats, connections, seconds }: LoadJob) => {
  let next = 0;
  void saturate({
    connections,
    seconds,
    next() {
      const path = paths[repeats ? next % paths.length : next];
      next += 1;
      return path === undefined ? null : { url: `${baseUrl}${path}`, headers };
    },
  }).then((result) => process.send?.(result));
});
