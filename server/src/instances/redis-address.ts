import { CommerceBridgeError } from '../lib/errors';

/** A Redis server. */
export interface RedisHost {
  host: string;
  port: number;
}

/** Where Redis is, and which account we use there. */
export interface RedisAddress {
  kind: 'single' | 'sentinel' | 'cluster';
  /** One for a single server; some of the Sentinels, or of the Cluster's nodes. */
  hosts: readonly [RedisHost, ...RedisHost[]];
  /** Whether connections are encrypted (`rediss`). */
  isEncrypted: boolean;
  /** Null: none is sent. */
  username: string | null;
  password: string | null;
  /** 0 in a Cluster, which has no other. */
  database: number;
  /** The Sentinels' name for the primary; null without Sentinels. */
  primary: string | null;
  /** The Sentinels' own password. */
  sentinelPassword: string | null;
}

/** What the operator configured. */
export interface RedisSettings {
  address: RedisAddress;
  /** The prefix of all our keys. */
  prefix: string;
}

/** The configured address cannot be used; the message does not show it, since it may hold a password. */
export class RedisAddressError extends CommerceBridgeError {
  readonly code = 'redis_misconfigured';
}

export const redisUrlVariable = 'COMMERCE_BRIDGE_REDIS_URL';
export const redisPrefixVariable = 'COMMERCE_BRIDGE_REDIS_PREFIX';
export const defaultRedisPrefix = 'commerce-bridge:';
export const redisUrlAllowed =
  'redis://[user:password@]host[:port][/database], the same with rediss:// for TLS, redis+sentinel://[user:password@]host[:port],host[:port]/primary[/database][?sentinelPassword=…] for Sentinel, or redis+cluster://[user:password@]host[:port],host[:port] for Cluster, the last two with rediss+ for TLS; special characters in a password are percent-encoded';
export const redisPrefixAllowed = '1 to 64 visible characters without spaces, braces, or *';

const form =
  /^(?<scheme>rediss?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<credentials>[^@/?#]*)@)?(?<hosts>[^@/?#]+)(?<path>\/[^?#]*)?(?:\?sentinelPassword=(?<sentinelPassword>[^&#]*))?$/;

/**
 * Reads what the operator configured.
 * @param variables environment variables by name
 * @returns null when no address is given
 * @throws RedisAddressError whose message lists what is allowed
 */
export function readRedisSettings(variables: Readonly<Record<string, string | undefined>>): RedisSettings | null {
  const prefix = variables[redisPrefixVariable] || defaultRedisPrefix;
  if (!/^[\x21-\x7e]{1,64}$/.test(prefix) || /[{}*]/.test(prefix))
    throw new RedisAddressError(
      `${redisPrefixVariable} is ${JSON.stringify(prefix)}; allowed is ${redisPrefixAllowed}.`,
    );
  const text = variables[redisUrlVariable]?.trim();
  return text ? { address: readRedisAddress(text), prefix } : null;
}

function readRedisAddress(text: string): RedisAddress {
  const parts = form.exec(text)?.groups;
  const address = parts && addressOf(parts);
  if (!address)
    throw new RedisAddressError(
      `${redisUrlVariable} (not shown, it may hold a password) is not usable; allowed is ${redisUrlAllowed}.`,
    );
  return address;
}

function addressOf(parts: Record<string, string | undefined>): RedisAddress | null {
  const kind = parts['kind'] === 'sentinel' ? 'sentinel' : parts['kind'] === 'cluster' ? 'cluster' : 'single';
  const usualPort = kind === 'sentinel' ? 26_379 : 6_379;
  const [first, ...others] = (parts['hosts'] ?? '').split(',').map((host) => hostOf(host, usualPort));
  const credentials = credentialsOf(parts['credentials'] ?? '');
  const path = (parts['path'] ?? '').split('/').slice(1);
  const primary = kind === 'sentinel' ? decoded(path.shift() ?? '') : null;
  const [database = '', ...rest] = path;
  const sentinelPassword = decoded(parts['sentinelPassword'] ?? '');
  const isWrong =
    !first ||
    others.includes(null) ||
    credentials === null ||
    primary === '' ||
    sentinelPassword === null ||
    !/^\d{0,4}$/.test(database) ||
    rest.length > 0 ||
    (kind === 'single' && others.length > 0) ||
    (kind === 'cluster' && Number(database) !== 0) ||
    (kind !== 'sentinel' && sentinelPassword !== '');
  if (isWrong) return null;
  return {
    kind,
    hosts: [first, ...others.filter((host) => host !== null)],
    isEncrypted: parts['scheme'] === 'rediss',
    ...credentials,
    database: Number(database),
    primary,
    sentinelPassword: sentinelPassword || null,
  };
}

function hostOf(text: string, usualPort: number): RedisHost | null {
  const match = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = match?.[3] === undefined ? usualPort : Number(match[3]);
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port };
}

function credentialsOf(text: string): Pick<RedisAddress, 'username' | 'password'> | null {
  const [user = '', ...rest] = text.split(':');
  const username = decoded(user);
  const password = decoded(rest.join(':'));
  return username === null || password === null ? null : { username: username || null, password: password || null };
}

/** Null when it is not percent-encoded text. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
