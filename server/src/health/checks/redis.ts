import type { HealthCheck } from '../health-check';

/** Checks that Redis, where it is used, is there for what instances share (behavior 12.2). */
export function createRedisCheck({
  withoutRedis,
}: {
  /** How many instances divide the limits while Redis is away; null when it is there, or not used. */
  withoutRedis: () => { instances: number } | null;
}): HealthCheck {
  return {
    subject: 'redis',
    async run() {
      const away = withoutRedis();
      if (away === null) return [];
      const { instances: count } = away;
      const parts =
        count === 1
          ? "This instance is the only one that was seen last and keeps the store's limits by itself."
          : `${count} instances were seen last, and each keeps to its part of the store's limits.`;
      return [
        {
          code: 'redis_away',
          values: { count },
          text: `Redis can't be reached. ${parts} Everything else works. Check Redis and COMMERCE_BRIDGE_REDIS_URL.`,
        },
      ];
    },
  };
}
