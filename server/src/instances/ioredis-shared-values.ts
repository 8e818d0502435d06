import { milliseconds } from '../lib/durations';
import type { RedisConnection } from './ioredis-connection';
import type { FoundValue, SharedValues } from './shared-values';

/** A second request by the holder gets the lease, too: the value computed for the first may be outdated by then. */
const finding = `
local found = redis.call('HMGET', KEYS[1], 'version', 'head', 'body')
local lease = 'unneeded'
if found[1] ~= ARGV[1] then
  local holder = redis.call('GET', KEYS[2])
  if not holder then redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3]) end
  lease = (not holder or holder == ARGV[2]) and 'mine' or 'other'
end
return {lease, redis.call('PTTL', KEYS[1]), found[2], found[3]}`;

const releasing = `
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end`;

const keeping = `${releasing}
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'head', ARGV[3], 'body', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])`;

/** Shared values as hashes in Redis, with leases as keys next to them. Each call is one round trip. */
export function createIoredisSharedValues({
  connection,
  prefix,
  holder,
}: {
  connection: Pick<RedisConnection, 'client'>;
  prefix: string;
  /** This instance. */
  holder: string;
}): SharedValues {
  const { client } = connection;
  // In braces, so that a Cluster stores both keys on one node.
  const keysOf = (name: string) => [`${prefix}{${name}}`, `${prefix}{${name}}:lease`] as const;

  return {
    async find(name, { wanted, lease }) {
      const reply: unknown = await client.callBuffer('EVAL', finding, 2, ...keysOf(name), wanted, holder, lease);
      const [state, lifetime, head, body]: unknown[] = Array.isArray(reply) ? reply : [];
      const value =
        Buffer.isBuffer(head) && Buffer.isBuffer(body)
          ? { head: head.toString(), body, lifetime: milliseconds(Math.max(0, Number(lifetime))) }
          : null;
      return { value, lease: leaseOf(String(state)) };
    },
    async keep(name, { version, head, body, lifetime }) {
      await client.eval(keeping, 2, ...keysOf(name), holder, version, head, body, lifetime);
    },
    async release(name) {
      await client.eval(releasing, 2, ...keysOf(name), holder);
    },
  };
}

function leaseOf(state: string): FoundValue['lease'] {
  return state === 'mine' || state === 'other' ? state : 'unneeded';
}
