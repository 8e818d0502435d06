'use strict';

module.exports = ({ env }) => ({
  auth: { secret: env('ADMIN_JWT_SECRET') },
  apiToken: { salt: env('API_TOKEN_SALT') },
  transfer: { token: { salt: env('TRANSFER_TOKEN_SALT') } },
  secrets: { encryptionKey: env('ENCRYPTION_KEY') },
  serveAdminPanel: env.bool('SERVE_ADMIN_PANEL', true),
  // Strapi allows five logins per address in five minutes; a test suite needs more.
  rateLimit: { enabled: env.bool('ADMIN_RATE_LIMIT', true) },
  flags: { nps: false, promoteEE: false },
});
