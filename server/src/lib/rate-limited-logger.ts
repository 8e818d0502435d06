import type { Clock } from './clock';
import { seconds } from './durations';
import type { LogFields, Logger } from './logger';

const span = seconds(10);
const mostInSpan = 5;
// Errors that occur at the same time are of few kinds; beyond this many, the rest count as one kind.
const mostKinds = 100;
const otherKinds = 'others';

interface Kind {
  since: number;
  count: number;
}

/**
 * A logger for errors that callers can cause as often as they like: of identical errors (same event, first line of
 * `error`, and `cause`), five are logged in ten seconds. The first one after that reports in `unlogged` how many were
 * not logged, unless the kind was forgotten because too many others arrived.
 */
export function createRateLimitedLogger({
  logger,
  clock,
}: {
  logger: Logger;
  clock: Pick<Clock, 'monotonic'>;
}): Logger {
  const kinds = new Map<string, Kind>();

  function kindNamed(name: string): Kind {
    const known = kinds.get(name);
    if (known) return known;
    if (kinds.size >= mostKinds) forgetQuiet();
    if (kinds.size >= mostKinds && name !== otherKinds) return kindNamed(otherKinds);
    const kind = { since: clock.monotonic(), count: 0 };
    kinds.set(name, kind);
    return kind;
  }

  /** Otherwise, an outage in which every error names its request would use up all kinds until the site restarts. */
  function forgetQuiet(): void {
    const now = clock.monotonic();
    for (const [name, { since }] of kinds) if (now - since >= span && name !== otherKinds) kinds.delete(name);
  }

  return {
    ...logger,
    error(event, fields = {}) {
      const kind = kindNamed(nameOf(event, fields));
      const now = clock.monotonic();
      let unlogged = 0;
      if (now - kind.since >= span) {
        unlogged = Math.max(0, kind.count - mostInSpan);
        Object.assign(kind, { since: now, count: 0 });
      }
      kind.count += 1;
      if (kind.count <= mostInSpan) logger.error(event, unlogged === 0 ? fields : { ...fields, unlogged });
    },
  };
}

function nameOf(event: string, { error, cause }: LogFields): string {
  return [event, error, cause].map((part) => String(part ?? '').split('\n', 1)[0]).join(' | ');
}
