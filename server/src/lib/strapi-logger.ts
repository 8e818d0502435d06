import type { Core } from '@strapi/strapi';
import type { LogFields, Logger } from './logger';

/** Writes to the host's log. Its formats drop fields, so they become part of the line. */
export function createStrapiLogger(strapi: Core.Strapi): Logger {
  const line = (event: string, fields: LogFields = {}) =>
    ['[commerce-bridge]', event, ...Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : `${name}=${JSON.stringify(value)}`))].join(' ');

  return {
    debug: (event, fields) => strapi.log.debug(line(event, fields)),
    info: (event, fields) => strapi.log.info(line(event, fields)),
    warn: (event, fields) => strapi.log.warn(line(event, fields)),
    error: (event, fields) => strapi.log.error(line(event, fields)),
  };
}
