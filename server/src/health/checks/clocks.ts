import type { DatabaseClock } from '../../database/database-clock';
import type { Clock } from '../../lib/clock';
import { milliseconds, seconds, type Milliseconds } from '../../lib/durations';
import type { HealthCheck, HealthFinding } from '../health-check';

export interface ClocksCheckOptions {
  /** This machine's clock. */
  clock: Pick<Clock, 'now'>;
  databaseClock: Pick<DatabaseClock, 'read'>;
  /** How far upstream's clock is ahead of this machine's; null without a recent measurement. */
  upstreamAhead: () => Promise<Milliseconds | null>;
}

// Smaller differences are within the noise of request latency and whole seconds.
const tolerated = seconds(30);

/** Checks that this machine's clock agrees with the database's and with upstream's (behavior 11.2). */
export function createClocksCheck({ clock, databaseClock, upstreamAhead }: ClocksCheckOptions): HealthCheck {
  async function databaseAhead(): Promise<Milliseconds> {
    const before = clock.now().getTime();
    const databaseTime = (await databaseClock.read()).getTime();
    return milliseconds(databaseTime - (before + clock.now().getTime()) / 2);
  }

  return {
    subject: 'clocks',
    async run() {
      const upstream = await upstreamAhead();
      return [
        ...findingOf('database', await databaseAhead()),
        ...(upstream === null ? [] : findingOf('upstream', upstream)),
      ];
    },
  };
}

const words = {
  database: {
    other: "the database's clock",
    follows:
      "Timestamps in this server's log and its schedules are off by the same amount; data shared between instances uses the database's clock.",
  },
  upstream: {
    other: "BigCommerce's clock",
    follows: 'Webhook deliveries may be rejected, and scheduled syncs start at the wrong time.',
  },
};

/** @param ahead how far the other clock is ahead of this machine's */
function findingOf(clock: keyof typeof words, ahead: Milliseconds): HealthFinding[] {
  if (Math.abs(ahead) < tolerated) return [];
  const { other, follows } = words[clock];
  const count = Math.round(Math.abs(ahead) / 1000);
  const direction = ahead > 0 ? ('behind' as const) : ('ahead' as const);
  const text = `This server's clock is ${count} seconds ${direction === 'ahead' ? 'ahead of' : 'behind'} ${other}. ${follows} Use a time service (NTP) to set the clocks.`;
  return [{ code: `clock_${clock}_${direction}` as const, values: { count }, text }];
}
