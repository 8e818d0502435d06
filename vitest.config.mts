import { createRequire } from 'node:module';
import { isAbsolute, join, sep } from 'node:path';
import { defineConfig, type TestProjectConfiguration, type ViteUserConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first';
import { quietZone } from './tests/support/time/quiet-zone';
import { youngMemory } from './tests/support/young-memory';

// Before the first worker starts: workers, sites in separate processes, and browsers inherit it.
process.env['TZ'] ??= quietZone(new Date());

type Plugin = NonNullable<ViteUserConfig['plugins']>[number];

const installed = `${sep}node_modules${sep}`;
const isPackageName = (request: string) => /^[^./\0]/.test(request) && !isAbsolute(request);

/**
 * Node loads installed packages, each in the one form in which Strapi's `require` loads it: a package that is there
 * both as CommonJS and as an ES module would otherwise exist twice, with two classes of each error.
 */
const asStrapiRequires: Plugin = {
  name: 'as-strapi-requires',
  enforce: 'pre',
  resolveId(request, importer) {
    if (importer === undefined || !isPackageName(request) || request === 'vitest') return null;
    try {
      const path = createRequire(importer).resolve(request);
      return path.includes(installed) ? { id: path, external: true } : null;
    } catch {
      return null;
    }
  },
};

interface ProjectOptions {
  /** How many files run at a time; integration tests wait a good deal of their time. */
  workers: number;
  /** In milliseconds, for a test and for a hook: longer than a shared machine's occasional stalls. */
  patience: number;
  /** Projects run one after the other. */
  place: number;
}

const project = (name: string, options: ProjectOptions): TestProjectConfiguration => ({
  plugins: [asStrapiRequires],
  resolve: {
    // What the documents' examples import; that the built package exports it is shown by npm run verify.
    alias: { 'strapi-plugin-commerce-bridge/client': join(import.meta.dirname, 'client/src/index.ts') },
  },
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    pool: 'forks',
    // Strapi is loaded once for a worker instead of once for a file: docs/decisions/0019-vitest.md
    isolate: false,
    maxWorkers: options.workers,
    execArgv: [...youngMemory],
    testTimeout: options.patience,
    hookTimeout: options.patience,
    setupFiles: ['tests/support/each-file.ts'],
    globalSetup: ['tests/support/databases/drop-templates.ts'],
    sequence: { groupOrder: options.place },
  },
});

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    projects: [
      project('unit', { workers: 2, patience: 240_000, place: 0 }),
      project('contract', { workers: 2, patience: 240_000, place: 1 }),
      project('integration', { workers: 3, patience: 240_000, place: 2 }),
      project('browser', { workers: 2, patience: 240_000, place: 3 }),
      project('smoke', { workers: 1, patience: 240_000, place: 4 }),
      project('kits', { workers: 1, patience: 600_000, place: 5 }),
    ],
    sequence: { sequencer: LongestFirst },
    // What a test prints is shown when it fails.
    silent: 'passed-only',
    // A file that takes longer is named with its slow tests.
    slowTestThreshold: 60_000,
    // A whole run starts vitest five times: what one has compiled, the next ones read. By the content of files and of this one.
    experimental: { fsModuleCache: true, fsModuleCachePath: join(import.meta.dirname, '.cache', 'vitest-modules') },
  },
});
