#!/usr/bin/env node
'use strict';

// npm links this file as the command `commerce-bridge`.
require('../dist/cli/index.js').run(process, require('../package.json').version);
