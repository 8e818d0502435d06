import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Core } from '@strapi/strapi';
import { watchStatements } from './watch-statements';

/**
 * The SQL that a site sends to its database for responses to requests, without its background work: at any moment it
 * may check for events or changes by other instances, or learn image hosts.
 *
 * @param ask makes the requests; their statements are there once it resolves
 */
export async function responseStatements(strapi: Core.Strapi, ask: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  // A server handles a request in the request's own asynchronous context.
  const responding = new AsyncLocalStorage<true>();
  const enter = () => responding.enterWith(true);
  subscribe('http.server.request.start', enter);
  const stop = watchStatements(strapi.db.connection, ({ sql }) => {
    if (responding.getStore()) statements.push(sql);
  });
  try {
    await ask();
  } finally {
    stop();
    unsubscribe('http.server.request.start', enter);
    // Otherwise each promise of this process would carry it from now on.
    responding.disable();
  }
  return statements;
}
