import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs the command of an installed package as npm links it.
 * @param site a folder that has the package in its `node_modules`
 * @returns what was shown, one line each
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
  must(['synchronise'], 2, /^$/);
  return ['the command line runs, says its version, and ends with its exit codes'];
}
