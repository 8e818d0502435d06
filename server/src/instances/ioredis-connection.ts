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
  /** A second one to the same place, not connected yet. */
  another(): Redis | Cluster;
  /**
   * @param check what Redis must do to be of use
   * @throws RedisUnreachableError when Redis cannot be used, with what to do about it
   */
  connect(check: () => Promise<unknown>): Promise<void>;
  /** Whether commands can be sent at this moment. */
  isReady(): boolean;
  /** Redis's own words if it responded with an error; null if it did not respond. */
  refusalIn(error: unknown): string | null;
  close(): void;
}

// A machine that vanished closes no connection: without a response to anything for so long, there is a new one. No command
// has its own limit: this process would discard responses that have arrived and that it was too busy to read.
const longestSilence = seconds(2);
const longestConnect = seconds(5);
const longestStart = seconds(10);
// A site and its Redis may be restarted together.
const longestRestart = seconds(5);
// Events may wait for what is shared there.
const longestPause = milliseconds(500);
const pauseStep = milliseconds(100);
// What Redis adds to an error of a script.
const placeInScript = /\s*script: [\da-f]{40}\b.*$/s;

/**
 * Connects to Redis: a single server, Sentinel, or Cluster. Later it reconnects by itself, for as long as it takes;
 * meanwhile commands fail at once, so that nobody waits for it.
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
          // A Cluster is connected before any of its nodes has responded; a user may lack a permission, or Redis refuse writes.
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

/** Sentinels and Clusters are asked again and again; nobody waits that long for a start. */
function within(limit: Milliseconds, work: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = startDeadline(limit, () => reject(new Error(`no response within ${limit / 1000} seconds`)));
    void work().then(resolve, reject).finally(stop);
  });
}

/** @throws what is wrong, at once if it is not that nobody listens, as during a restart */
async function untilBack(client: Redis | Cluster, problem: unknown): Promise<void> {
  const isRefused =
    typeof problem === 'object' && problem !== null && 'code' in problem && problem.code === 'ECONNREFUSED';
  if (!isRefused) throw problem;
  // It goes on connecting by itself.
  await within(longestRestart, () => new Promise((resolve) => void client.once('ready', resolve)));
}

/** A Cluster's own error says only that it asked all of its nodes. */
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
      // Names of certificates are hosts, not the addresses that nodes report.
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
