import type { Core } from '@strapi/strapi';
import type { LogFields, Logger } from './logger';
import type { Redact } from './redaction';

/**
 * Writes to the host's log. The host's formats drop fields, so fields become part of the line.
 * @param redact removes secrets from everything that is logged, regardless of its source
 */
export function createStrapiLogger(strapi: Core.Strapi, redact: Redact): Logger {
  // Redacted before a text is escaped as JSON, and again after, since it may contain JSON itself.
  const safe = (value: LogFields[string]) => (typeof value === 'string' ? redact(value) : value);
  const line = (event: string, fields: LogFields = {}) =>
    redact(
      [
        '[commerce-bridge]',
        event,
        ...Object.entries(fields).flatMap(([name, value]) =>
          value === undefined ? [] : `${name}=${JSON.stringify(safe(value))}`,
        ),
      ].join(' '),
    );

  return {
    debug: (event, fields) => strapi.log.debug(line(event, fields)),
    info: (event, fields) => strapi.log.info(line(event, fields)),
    warn: (event, fields) => strapi.log.warn(line(event, fields)),
    error: (event, fields) => strapi.log.error(line(event, fields)),
  };
}
