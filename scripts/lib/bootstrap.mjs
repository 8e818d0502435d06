// Built-ins only: this runs on a fresh clone, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '..', '..');

/**
 * Installs what is missing, then runs a TypeScript script with this process's arguments and ends with its exit code.
 * @param {string} script path relative to the repository
 */
export function startScript(script) {
  ensureInstalled();
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...process.argv.slice(2)], {
    cwd: repository,
    stdio: 'inherit',
    // The folder of the command, to which file names on the command line are relative. npm passes it under the same
    // name.
    env: { ...process.env, INIT_CWD: process.env.INIT_CWD ?? process.cwd() },
  });
  // Ctrl+C reaches the child directly (same terminal); this process only waits for its cleanup.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => {
    console.error(error);
    process.exitCode = 1;
  });
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
}

/** Installs the packages of the lock file where they are missing; ends the process when that fails. */
export function ensureInstalled() {
  const missing = findMissing();
  if (missing === null) return;
  // Not `npm ci`: it rejects a lock file that does not list every other platform's optional binaries, and with a
  // registry that only serves this platform, npm can't write any other. `--no-save` installs what is locked and
  // changes no file.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--no-progress'];
  console.log(`… installing dependencies (${missing}; about 3 minutes on a fresh clone)`);
  const result = spawnSync('npm', args, { cwd: repository, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0) {
    console.error(`npm install ended with ${result.status ?? result.signal ?? result.error}`);
    process.exit(1);
  }
}

/** @returns {string | null} why something has to be installed, or null if nothing is missing */
function findMissing() {
  const record = join(repository, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return 'nothing is installed yet';
  const wanted = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.optional || entry.peer) continue;
    if (present[path]?.version !== entry.version) return `${path} is not at ${entry.version}`;
  }
  return null;
}
