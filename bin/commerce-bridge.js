#!/usr/bin/env node
'use strict';

// What npm links as the command `commerce-bridge`.
require('../dist/cli/index.js').run(process, require('../package.json').version);
