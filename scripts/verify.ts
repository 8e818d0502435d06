import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command } from 'commander';
import { makeBareSite } from './lib/bare-site';
import { checkClient } from './lib/client-checks';
import { checkCommandLine } from './lib/command-line-checks';
import { exclusively } from './lib/exclusive';
import { findMissingFiles, findUndeclaredPackages, listFiles, type Manifest } from './lib/package-checks';
import { binaries, cache, packageName } from './lib/paths';
import { preparePackage } from './lib/prepare-site';
import { run } from './lib/run';
import { launchSite } from './lib/site-process';
import { runMatrix } from './matrix/run-matrix';

const site = join(cache, 'verify-site');
const installed = join(site, 'node_modules', packageName);

/**
 * Verifies that the output of `npm pack` can be installed and used in a new Strapi site without any configuration file.
 */
async function verify(): Promise<void> {
  const archive = await preparePackage('verify', (step) => console.log(`… ${step}`));
  await run({ command: process.execPath, args: [join(binaries, 'strapi-plugin'), 'verify'] });
  passed('Strapi\'s own "strapi-plugin verify" accepts package.json and its exports');

  console.log('… installing the archive into a bare site, peers omitted');
  await makeBareSite(site, archive);
  const manifest = readManifest();
  passed(`${manifest.name}@${manifest.version} installs from its archive`);

  mustBeEmpty(findUndeclaredPackages(installed, manifest));
  passed('every package that the built files ask for is a declared dependency or peer');
  mustBeEmpty(findMissingFiles(installed));
  passed('every file that the built files and the two root files ask for is in the archive');
  mustBeEmpty(findStrays());
  passed('the archive contains the build, the two root files and documents, nothing else');

  for (const fact of checkCommandLine(site, manifest.version)) passed(fact);
  for (const fact of await checkClient({ site, archive })) passed(fact);

  await boot('the plugin responds, found through "exports"');
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ ...manifest, exports: undefined }));
  await boot('the plugin responds, found through strapi-server.js');
}

interface InstalledManifest extends Manifest {
  name: string;
  version: string;
}

function readManifest(): InstalledManifest {
  const manifest: InstalledManifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  return manifest;
}

/** Starts the site with an empty database and sends a request that only a working plugin can serve. */
async function boot(fact: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'commerce-bridge-verify-'));
  const running = await launchSite({ site, env: { DATABASE_FILENAME: join(data, 'site.db') } });
  try {
    await mustResponse(`${running.url}/api/commerce-bridge/v1/products`, {
      status: 200,
      body: { products: [], total: 0, pages: 0 },
    });
    await mustResponse(`${running.url}/commerce-bridge/settings`, { status: 401 });
    passed(fact);
  } catch (error) {
    console.error(running.log());
    throw error;
  } finally {
    await running.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function mustResponse(url: string, expected: { status: number; body?: unknown }): Promise<void> {
  const response = await fetch(url);
  const text = await response.text();
  const isExpected =
    response.status === expected.status &&
    (expected.body === undefined || isDeepStrictEqual(JSON.parse(text), expected.body));
  if (isExpected) return;
  throw new Error(`GET ${url} returned ${response.status} ${text}; expected ${JSON.stringify(expected)}`);
}

function findStrays(): string[] {
  const allowed =
    /^(dist\/(server|writer-thread|search-thread|admin|client|cli)\/|bin\/commerce-bridge\.js$|package\.json$|strapi-(server|admin)\.js$|(README|CHANGELOG)\.md$|docs\/([a-z-]+\.md|grafana-dashboard\.json)$|docs\/examples\/|LICENSE$)/;
  return listFiles(installed, '.')
    .filter((file) => !allowed.test(file))
    .map((file) => `${file} does not belong in the archive`);
}

function mustBeEmpty(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function passed(fact: string): void {
  console.log(`✔ ${fact}`);
}

const program = new Command()
  .name('npm run verify --')
  .description('Installs the packed archive into a bare site and boots it.')
  .option(
    '--matrix',
    'instead: installs it into sites set up the way people have them, and writes docs/compatibility.md',
  )
  .option('--only <cases...>', 'these cases of the matrix only')
  .action(async (options: { matrix?: true; only?: string[] }) => {
    if (options.matrix) return exclusively('matrix', () => runMatrix(options.only));
    if (options.only) throw new Error('--only chooses cases of the matrix: add --matrix.');
    await exclusively('verify', verify);
    console.log('The package can be installed and used.');
  });

program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
