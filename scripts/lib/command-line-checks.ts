import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteEnvironment } from './site-environment';

/**
 * Runs the command of an installed package as npm links it.
 * @param site a folder that has the package in its `node_modules`
 * @returns what was verified, one line each
 * @throws Error with what is wrong
 */
export function checkCommandLine(site: string, version: string): string[] {
  const command = join(site, 'node_modules', '.bin', 'commerce-bridge');
  const run = (...args: string[]) => spawnSync(command, args, { cwd: site, encoding: 'utf8' });
  const must = (args: readonly string[], code: number, out: RegExp): void => {
    const { status, stdout, stderr } = run(...args);
    if (status === code && out.test(stdout)) return;
    throw new Error(`commerce-bridge ${args.join(' ')} ended with ${status}, expected ${code}: ${stdout}${stderr}`);
  };
  must(['--version'], 0, new RegExp(`^${version.replaceAll('.', '\\.')}\n$`));
  must(['sync', '--follow', '--url', 'http://127.0.0.1:39'], 4, /^$/);
  must(['no-command'], 2, /^$/);
  checkInFolder(command, site);
  return [
    'the command line runs, says its version, and ends with its exit codes',
    "in the site's folder, it loads the site, and prints the result only",
  ];
}

/** On a new site, the command first creates the tables. */
function checkInFolder(command: string, site: string): void {
  const data = mkdtempSync(join(tmpdir(), 'commerce-bridge-verify-'));
  const env = siteEnvironment(site, { HOST: '127.0.0.1', PORT: '1337', DATABASE_FILENAME: join(data, 'site.db') });
  try {
    const { status, stdout, stderr } = spawnSync(command, ['status', '--json'], { cwd: site, env, encoding: 'utf8' });
    if (status !== 0 || !isStatus(stdout))
      throw new Error(`commerce-bridge status in the site's folder ended with ${status}: ${stdout}${stderr}`);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

function isStatus(stdout: string): boolean {
  try {
    const shown: unknown = JSON.parse(stdout);
    return typeof shown === 'object' && shown !== null && 'status' in shown;
  } catch {
    return false;
  }
}
