'use strict';

module.exports = ({ env }) => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),
  url: env('PUBLIC_URL', ''),
  app: { keys: env.array('APP_KEYS') },
  logger: { updates: { enabled: false }, startup: { enabled: false } },
  // Longer than a proxy keeps a connection: docs/scaling.md, Kept connections.
  http: { serverOptions: { keepAliveTimeout: 65_000, headersTimeout: 66_000 } },
});
