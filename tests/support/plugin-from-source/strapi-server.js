'use strict';

// Node loads this file once for all test files of a process, and each of them has compiled the plugin's source for itself.
// boot-site.ts lays its own here before it boots a site.
module.exports = {
  __esModule: true,
  get default() {
    return globalThis.commerceBridgeFromSource;
  },
};
