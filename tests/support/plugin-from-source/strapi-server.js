'use strict';

// Jest compiles what this requires, so a site in the test's own process runs the plugin from its source.
module.exports = require('../../../server/src').default;
