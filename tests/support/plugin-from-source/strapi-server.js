'use strict';

// Strapi has Node load this file, and Node knows nothing of TypeScript: boot-site.ts, which the test runner compiles, lays
// the plugin ready before it boots a site.
module.exports = {
  __esModule: true,
  get default() {
    return globalThis.commerceBridgeFromSource;
  },
};
