'use strict';

// For hosts that look for this file; others follow "exports" in package.json. Both lead to the same build.
module.exports = require('./dist/server/index.js');
