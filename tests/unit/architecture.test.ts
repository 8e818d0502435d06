import { describe, expect, test } from 'vitest';
import { judge } from '../support/source/architecture';
import { circlesAmong } from '../support/source/import-circles';
import { readSource, readSources } from '../support/source/read-source';

describe('the layout', () => {
  test.each(['server/src', 'contracts', 'client/src', 'cli/src', 'simulator', 'demo', 'admin/src'])(
    '%s breaks no rule',
    (folder) => {
      const sources = readSources(folder);

      expect(sources.length).toBeGreaterThan(0);
      expect(sources.flatMap(judge)).toEqual([]);
    },
  );
});

describe('imports', () => {
  test.each([
    'server/src',
    'contracts',
    'client/src',
    'cli/src',
    'simulator',
    'demo',
    'admin/src',
    'benchmarks',
    'scripts',
    'tests',
  ])('of %s are never circular', (folder) => {
    expect(circlesAmong(readSources(folder))).toEqual([]);
  });

  test('that are circular are reported with the whole circle', () => {
    const sources = [
      readSource('server/src/sync/a.ts', "import { b } from './b';"),
      readSource('server/src/sync/b.ts', "import type { C } from './rooms/c';"),
      readSource('server/src/sync/rooms/c.ts', "export { a } from '../a';"),
    ];

    expect(circlesAmong(sources)).toEqual([
      ['server/src/sync/a.ts', 'server/src/sync/b.ts', 'server/src/sync/rooms/c.ts', 'server/src/sync/a.ts'],
    ]);
  });
});

describe('a wrong import is reported with the rule that it breaks', () => {
  test.each([
    ['server/src/lib/ids.ts', "import { slugOf } from '../catalog/model';", 'lib is below catalog/model'],
    [
      'server/src/catalog/model/shapes.ts',
      "import type { View } from '../views/product-view';",
      'catalog/model is below catalog/views',
    ],
    [
      'server/src/catalog/views/product.ts',
      "import type { WireProduct } from '../../upstream/wire-product';",
      'catalog/views is below upstream',
    ],
    [
      'server/src/sync/run.ts',
      "import type { CatalogStore } from '../catalog/writing/catalog-store';",
      'through its index.ts',
    ],
    ['server/src/catalog/products.ts', "import { slugOf } from './model/slugs';", 'belongs to a room of the layout'],
    [
      'server/src/database/knex-run-store.ts',
      "import type { RunStore } from '../sync/run-store';",
      'database is below sync',
    ],
    ['server/src/sync/run.ts', "import { receive } from '../webhooks/receive';", 'meet through a port'],
    ['server/src/sync/run.ts', "import { containerOf } from '../container';", 'know nothing of the edge'],
    ['server/src/sync/run.ts', "import { run } from '../controllers/sync';", 'know nothing of the edge'],
    ['server/src/rooms/run.ts', "import { now } from '../lib/clock';", 'belongs to a room of the layout'],
    ['server/src/upstream/pages.ts', "import got from 'got';", 'only files named for got'],
    ['server/src/sync/schedule.ts', "const cron = await import('node-cron');", 'only files named for node-cron'],
    ['server/src/sync/rows.ts', "import type { Knex } from 'knex';", 'the connection comes in as an argument'],
    ['server/src/database/connection.ts', "import knex from 'knex';", 'the connection comes in as an argument'],
    ['server/src/sync/rows.ts', "import { chunk } from 'lodash';", 'no file is named for this library'],
    [
      'server/src/sync/rows.ts',
      "import type { Core } from '@strapi/strapi';",
      'only the edge, http and files named strapi-*',
    ],
    ['server/src/controllers/sync.ts', "import { x } from '@strapi/core/dist/x';", 'only what Strapi publishes'],
    ['server/src/upstream/map.ts', "import { run } from '../../../contracts/admin/runs';", 'types of contracts only'],
    [
      'server/src/upstream/map.ts',
      "import { aProduct } from '../../../tests/fixtures/product';",
      'its own files and contracts only',
    ],
    ['server/src/sync/run.ts', 'const started = Date.now();', 'time comes in as a clock'],
    ['server/src/sync/run.ts', 'const started = new Date();', 'time comes in as a clock'],
    ['server/src/sync/run.ts', 'setTimeout(() => undefined, 1);', 'time comes in as a clock'],
    ['server/src/sync/run.ts', "import { setTimeout } from 'node:timers/promises';", 'time comes in as a clock'],
    ['server/src/upstream/delay.ts', 'const jitter = Math.random();', 'randomness comes in'],
    ['server/src/sync/run.ts', "const url = process.env['URL'];", 'read in config only'],
    ['server/src/outbox/worker.ts', 'const either = AbortSignal.any([a, b]);', 'leaves nothing on signals that last'],
    ['server/src/sync/run.ts', 'const site = globalThis.strapi;', 'Strapi comes in as an argument'],
    ['contracts/rest/product.ts', "import type { Core } from '@strapi/strapi';", 'contracts import zod only'],
    [
      'contracts/rest/product.ts',
      "import { slug } from '../../server/src/catalog/model/slugs';",
      'contracts imports its own files only',
    ],
    ['client/src/client.ts', "import { z } from 'zod';", 'the client imports openapi-fetch only'],
    [
      'client/src/client.ts',
      "import { product } from '../../contracts/rest/products';",
      'client imports its own files only',
    ],
    ['cli/src/main.ts', "import got from 'got';", 'the command line imports commander'],
    ['cli/src/main.ts', "import { x } from '../../server/src/container';", 'cli imports its own files only'],
    ['demo/cart.ts', "import { z } from '../contracts/rest';", 'demo imports its own files only'],
    ['simulator/src/server.ts', "import type { Run } from '../../contracts/admin/runs';", 'imports nothing of ours'],
    ['admin/src/pages/sync.tsx', "import { run } from '../../../contracts/admin/runs';", 'of contracts the types'],
    [
      'admin/src/lib/words.ts',
      "import { runs } from '../pages/bridge/runs/texts';",
      'what pages share is next to them',
    ],
    [
      'admin/src/pages/bridge/setup/step.tsx',
      "import { fields } from '../../settings/connection/fields';",
      'settings pages and bridge pages meet',
    ],
    [
      'admin/src/pages/settings/sync/card.tsx',
      "import { runs } from '../../bridge/runs/texts';",
      'settings pages and bridge pages meet',
    ],
    ['admin/src/pages/sync.tsx', "import { Box } from '@strapi/design-system/dist/Box';", 'only what Strapi publishes'],
  ])('%s: %s', (path, line, rule) => {
    expect(judge(readSource(path, line))).toEqual([expect.stringContaining(rule)]);
  });
});

describe('what the layout allows', () => {
  test.each([
    ['server/src/sync/run.ts', "import { type Clock, systemClock } from '../lib/clock';"],
    ['server/src/sync/run.ts', "import type { EventQueue } from '../webhooks/event-queue';"],
    ['server/src/sync/run.ts', 'const at = new Date(0);'],
    ['server/src/catalog/views/product.ts', "import type { ProductView } from '../../../../contracts/rest/product';"],
    ['server/src/sync/runs/knex-run-store.ts', "import type { Knex } from 'knex';"],
    ['server/src/controllers/sync.ts', "import { run } from '../../../contracts/admin/runs';"],
    ['server/src/lib/clock.ts', 'const now = () => new Date();'],
    ['admin/src/pages/sync.tsx', "import type { Run } from '../../../contracts/admin/runs';"],
  ])('%s: %s', (path, line) => {
    expect(judge(readSource(path, line))).toEqual([]);
  });
});
