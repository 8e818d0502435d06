import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { exclusively } from '../../../scripts/lib/exclusive';
import { cache, repository } from '../../../scripts/lib/paths';

/** Programs that tests start in processes and threads of their own, from source. */
const programs = [
  'server/src/catalog/search/search-thread-entry.ts',
  'server/src/sync/writer-thread/writer-thread-entry.ts',
  'tests/support/databases/migrating-process.ts',
  'tests/support/instances/redis-sharing-process.ts',
  'tests/support/sites/cli-process.ts',
  'tests/support/sites/late-writer-thread.ts',
  'tests/support/sites/mute-writer-thread.ts',
  'tests/support/sites/notified-site-process.ts',
  'tests/support/sites/paused-writer.ts',
  'tests/support/sites/serving-process.ts',
  'tests/support/sites/site-process.ts',
] as const;
type Program = (typeof programs)[number];

let made: Promise<string> | undefined;

/**
 * Compiles the programs, once for a test run, and returns the file that Node starts for one of them. Compiling modules
 * in each process took more processor time than a whole command line, and so did finding the modules of Strapi to
 * compile.
 */
export async function compiledProgram(program: Program): Promise<string> {
  made ??= compileAll();
  return join(await made, fileOf(program));
}

/** Removes the compiled programs when a test run ends. */
export function removePrograms(): void {
  rmSync(folderOfRun(), { recursive: true, force: true });
}

// Inside the repository: Node looks for packages from there.
const folderOfRun = (): string => join(cache, 'programs', process.env['TEST_RUN'] ?? String(process.pid));
const fileOf = (program: string): string => `${basename(program, '.ts')}.js`;

async function compileAll(): Promise<string> {
  const folder = folderOfRun();
  mkdirSync(dirname(folder), { recursive: true });
  await exclusively('programs', async () => {
    if (existsSync(folder)) return;
    const half = `${folder}.half`;
    await build({
      absWorkingDir: repository,
      entryPoints: [...programs],
      entryNames: '[name]',
      outdir: half,
      bundle: true,
      packages: 'external',
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      keepNames: true,
      plugins: [inOwnFolders],
      logLevel: 'warning',
    });
    renameSync(half, folder);
  });
  return folder;
}

/** Modules locate files of the repository relative to their source. */
const inOwnFolders: Plugin = {
  name: 'in-own-folders',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: `const __dirname = ${JSON.stringify(dirname(path))}; ${readFileSync(path, 'utf8')}`,
      loader: 'ts',
    }));
  },
};
