import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import { startDeadline } from '../lib/clock';
import { type Milliseconds, milliseconds, seconds } from '../lib/durations';
import { CommerceBridgeError, describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import type { Redact } from '../lib/redaction';
import { type RedisAddress, redisUrlVariable } from './redis-address';

/** Redis did not respond when the site started. */
export class RedisUnreachableError extends CommerceBridgeError {
  readonly code = 'redis_unreachable';
}

/** The site's connection to Redis. */
export interface RedisConnection {
  client: Redis | Cluster;
  /** Creates a second client for the same place, not connected yet. */
  another(): Redis | Cluster;
  /**
   * @param check fails if Redis is of no use
   * @throws RedisUnreachableError when Redis cannot be used; its message tells what to do
   */
  connect(check: () => Promise<unknown>): Promise<void>;
  /** Whether commands can be sent at this moment. */
  isReady(): boolean;
  /** Redis's error message if it responded with an error; null if it did not respond. */
  refusalIn(error: unknown): string | null;
  close(): void;
}

// A machine that vanished closes no connection: after this long without any response, the client reconnects. Commands
// have no time limit of their own: this process would discard responses that arrived while it was too busy to read.
const longestSilence = seconds(2);
const longestConnect = seconds(5);
const longestStart = seconds(10);
// A site and its Redis may be restarted together.
const longestRestart = seconds(5);
// Between attempts to reconnect; short, since events may wait for what is shared there.
const longestPause = milliseconds(500);
const pauseStep = milliseconds(100);
// What Redis appends to the error of a script.
const placeInScript = /\s*script: [\da-f]{40}\b.*$/s;

/**
 * Connects to Redis: a single server, Sentinel, or Cluster. After that, it keeps reconnecting by itself; meanwhile,
 * commands fail at once, so that no caller waits for Redis.
 */
export function createIoredisConnection({
  address,
  logger,
  redact,
}: {
  address: RedisAddress;
  logger: Logger;
  redact: Redact;
}): RedisConnection {
  const client = createClient(address);
  let problem: unknown = null;
  client.on('error', (error: unknown) => {
    problem = error;
    logger.debug('redis connection failed', { error: redact(describeError(error)) });
  });

  return {
    client,
    another: () => createClient(address),
    isReady: () => client.status === 'ready',
    refusalIn: (error) =>
      error instanceof Error && error.name === 'ReplyError' ? redact(error.message.replace(placeInScript, '')) : null,
    async connect(check) {
      try {
        await within(longestStart, async () => {
          await client.connect().catch((error: unknown) => untilBack(client, problem ?? error));
          // A Cluster counts as connected before any node has responded. A user may lack a permission; Redis may refuse
          // writes.
          await check();
        });
      } catch (error) {
        client.disconnect();
        const reason = redact(describeError(reasonOf(problem ?? error)).replace(placeInScript, '')).replace(/\.+$/, '');
        throw new RedisUnreachableError(
          `Redis cannot be used at ${placeOf(address)}: ${reason}. Start it, correct ${redisUrlVariable}, or remove that variable: then the site's instances share their limits through the database.`,
          { data: { place: placeOf(address) } },
        );
      }
    },
    close: () => client.disconnect(),
  };
}

/** The client retries Sentinels and Clusters indefinitely; a start must not wait that long. */
function within(limit: Milliseconds, work: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = startDeadline(limit, () => reject(new Error(`no response within ${limit / 1000} seconds`)));
    void work().then(resolve, reject).finally(stop);
  });
}

/** Waits for Redis if it refuses connections, as during a restart. @throws any other problem at once */
async function untilBack(client: Redis | Cluster, problem: unknown): Promise<void> {
  const isRefused =
    typeof problem === 'object' && problem !== null && 'code' in problem && problem.code === 'ECONNREFUSED';
  if (!isRefused) throw problem;
  // The client keeps reconnecting by itself.
  await within(longestRestart, () => new Promise((resolve) => void client.once('ready', resolve)));
}

/** A Cluster's own error only states that all nodes failed; the last node's error has the reason. */
function reasonOf(error: unknown): unknown {
  const isOfNode = typeof error === 'object' && error !== null && 'lastNodeError' in error && error.lastNodeError;
  return isOfNode ? error.lastNodeError : error;
}

/** The servers, without user and password. */
function placeOf({ hosts }: RedisAddress): string {
  return hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
}

function createClient(address: RedisAddress): Redis | Cluster {
  const { hosts, username, password, isEncrypted, database, primary, sentinelPassword } = address;
  const [first] = hosts;
  const retryStrategy = (times: number) => Math.min(longestPause, times * pauseStep);
  const account = {
    ...(username !== null && { username }),
    ...(password !== null && { password }),
    ...(isEncrypted && { tls: {} }),
    connectTimeout: longestConnect,
    socketTimeout: longestSilence,
    maxRetriesPerRequest: 0,
  };
  if (address.kind === 'cluster') {
    const options = {
      lazyConnect: true,
      enableOfflineQueue: false,
      clusterRetryStrategy: retryStrategy,
      // Certificates name hosts, not the addresses that nodes report.
      ...(isEncrypted && { dnsLookup: (host, callback) => callback(null, host) }),
      redisOptions: account,
    } satisfies ClusterOptions;
    return new Cluster([...hosts], options);
  }
  const options = {
    ...account,
    db: database,
    lazyConnect: true,
    enableOfflineQueue: false,
    // Nothing would handle the failure of the client's own attempt, which would end the process. A subscriber subscribes
    // whenever it is ready; of a Cluster's subscriptions, the client handles failures.
    autoResubscribe: false,
    retryStrategy,
    // After a failover, a name may lead to the new primary while the old one keeps its connections.
    reconnectOnError: (error: Error) => error.message.includes('READONLY'),
    ...(primary === null
      ? { ...first }
      : {
          sentinels: [...hosts],
          name: primary,
          sentinelRetryStrategy: retryStrategy,
          ...(sentinelPassword !== null && { sentinelPassword }),
          ...(isEncrypted && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
        }),
  } satisfies RedisOptions;
  return new Redis(options);
}
