'use strict';

// Strapi lets Node load this file, and Node can't load our TypeScript: boot-site.ts, which the test runner compiles,
// provides the plugin before it boots a site.
module.exports = {
  __esModule: true,
  get default() {
    return globalThis.commerceBridgeFromSource;
  },
};
