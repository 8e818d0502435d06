import { days } from '../lib/durations';
import type { RedisConnection } from './ioredis-connection';
import {
  mostChangeTries,
  parseSharedDocument,
  SharedDocumentBusyError,
  type SharedDocuments,
} from './shared-documents';

/** Returns the text and Redis's time; as a script, in one round trip. */
const reading = `
local time = redis.call('TIME')
return {redis.call('GET', KEYS[1]), time[1], time[2]}`;

/** Replaces the text if it is still the one that was read. */
const replacing = `
local text = redis.call('GET', KEYS[1]) or ''
if text ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/** A document that no instance has changed for this long is no longer needed. */
const lifetime = days(30);

/** Shared documents as keys in Redis, by its clock. Each change is two round trips, and touches one key. */
export function createIoredisSharedDocuments({
  connection,
  prefix,
}: {
  connection: Pick<RedisConnection, 'client'>;
  prefix: string;
}): SharedDocuments {
  const { client } = connection;

  async function read(key: string): Promise<{ text: string | null; now: number }> {
    const response: unknown = await client.eval(reading, 1, key);
    const [text, time, micros]: unknown[] = Array.isArray(response) ? response : [];
    return {
      text: typeof text === 'string' ? text : null,
      now: Number(time) * 1000 + Math.floor(Number(micros) / 1000),
    };
  }

  return {
    mayBeLost: true,

    async read(name, schema) {
      const { text, now } = await read(`${prefix}${name}`);
      const value = parseSharedDocument(text, schema);
      return value === null ? null : { value, now };
    },

    async change(name, schema, work) {
      const key = `${prefix}${name}`;
      for (let tries = 1; tries <= mostChangeTries; tries += 1) {
        const { text, now } = await read(key);
        const { value, result } = work(parseSharedDocument(text, schema), now);
        const isReplaced = await client.eval(replacing, 1, key, text ?? '', JSON.stringify(value), lifetime);
        if (Number(isReplaced) === 1) return result;
      }
      throw new SharedDocumentBusyError(`${name} was changed by other instances ${mostChangeTries} times in a row`, {
        data: { name },
      });
    },
  };
}
