import { existsSync, readFileSync } from 'node:fs';

const file = '/proc/pressure/cpu';

/**
 * Starts measuring; the returned function returns the share of the time in which a task waited for a processor. Linux
 * only.
 */
export function cpuPressure(): () => number | null {
  const [from, before] = [Date.now(), waited()];
  return () => {
    const after = waited();
    return before === null || after === null ? null : (after - before) / (Date.now() - from);
  };
}

/** In milliseconds since the machine started. */
function waited(): number | null {
  if (!existsSync(file)) return null;
  const [, microseconds] = /^some .*total=(\d+)/m.exec(readFileSync(file, 'utf8')) ?? [];
  return microseconds === undefined ? null : Number(microseconds) / 1000;
}
