import type { Instances } from '../../instances/create-instances';
import type { HealthCheck } from '../health-check';

/** Checks that Redis, if it is used, is reachable and accepts changes (behavior 12.2). */
export function createRedisCheck({ withoutRedis }: Pick<Instances, 'withoutRedis'>): HealthCheck {
  return {
    subject: 'redis',
    async run() {
      const away = withoutRedis();
      if (away === null) return [];
      const { instances: count, refusal: error } = away;
      const parts =
        count === 1
          ? "This instance is the only one that was seen last, so it keeps to half of the store's limits; the other half is reserved for an instance that may replace it."
          : `${count} instances were seen last, and each keeps to its part of the store's limits.`;
      if (error !== null)
        return [
          {
            code: 'redis_refuses',
            values: { count, error },
            text: `Redis refuses changes: ${error.replace(/\.$/, '')}. ${parts} Everything else works. Check Redis's memory, disk, and role, and what its user may do.`,
          },
        ];
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
