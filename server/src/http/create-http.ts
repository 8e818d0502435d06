import type { Server } from 'node:http';
import type { Foundation } from '../database/create-foundation';
import { createRateLimitedLogger } from '../lib/rate-limited-logger';
import type { SettingsService } from '../settings/settings-service';
import { createReadiness } from './readiness';
import { createReadShares } from './read-shares';
import { createRequestDrain } from './request-drain';

/** Joins the parts of our public HTTP that live as long as the site runs. */
export function createHttp({
  settings,
  ...parts
}: Pick<Foundation, 'loop' | 'logger' | 'clock' | 'meters'> & {
  /** The host's. */
  server: Server;
  settings: Pick<SettingsService, 'snapshot'>;
}) {
  return {
    readShares: createReadShares({
      ...parts,
      clientPercent: () => settings.snapshot().plain.readClientPercent,
    }),
    readiness: createReadiness(),
    requestDrain: createRequestDrain(parts),
    /** For failures while responding to the public. */
    requestLogger: createRateLimitedLogger(parts),
  };
}
