import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseServers } from '../tests/support/databases/database-servers';
import { binaries, cache, repository } from './lib/paths';

/**
 * Writes a folder of `tests/fixtures`, by default `upgrade`: the tables of the plugin at an earlier commit, as SQL for
 * each database, and its responses. `tests/integration/upgrade.test.ts` boots the current plugin on them.
 *
 *   npx tsx scripts/write-upgrade-dump.ts COMMIT [FOLDER]
 *
 * Requires the commands sqlite3, pg_dump, and mariadb-dump, and both servers. Of Strapi's own tables, only those
 * that record which of its migrations ran are kept; Strapi recreates the others.
 */
const [, , commit, folder = 'upgrade'] = process.argv;
const name = 'commerce_bridge_upgrade_dump';
const worktree = join(cache, 'upgrade-dump');
const fixtures = join(repository, 'tests', 'fixtures', folder);
const strapisTables = [
  'strapi_migrations',
  'strapi_migrations_internal',
  'strapi_core_store_settings',
  'strapi_database_schema',
  'admin_users',
];

main();

function main(): void {
  if (commit === undefined) throw new Error('which commit? npx tsx scripts/write-upgrade-dump.ts COMMIT');
  rmSync(worktree, { recursive: true, force: true });
  command('git', ['worktree', 'prune']);
  command('git', ['worktree', 'add', '--detach', worktree, commit]);
  try {
    symlinkSync(join(repository, 'node_modules'), join(worktree, 'node_modules'));
    copySite();
    mkdirSync(fixtures, { recursive: true });
    dumpSqlite();
    dumpPostgres();
    dumpMysql();
  } finally {
    command('git', ['worktree', 'remove', '--force', worktree]);
  }
}

/**
 * Commits that have this script use their own version, which matches their code; earlier ones get the current version.
 */
function copySite(): void {
  const site = join('scripts', 'lib', 'upgrade-dump-site.ts');
  if (!existsSync(join(worktree, site))) cpSync(join(repository, site), join(worktree, site));
}

function dumpSqlite(): void {
  const file = join(cache, `${name}.db`);
  rmSync(file, { force: true });
  fill({ client: 'sqlite', connection: { filename: file }, useNullAsDefault: true }, join(fixtures, 'responses.json'));
  write('sqlite', command('sqlite3', [file, `.dump 'commerce_bridge_%' ${strapisTables.join(' ')}`]));
}

function dumpPostgres(): void {
  const { hostname, port, username } = new URL(databaseServers.postgres);
  const server = ['-h', hostname, '-p', port, '-U', username];
  command('psql', [...server, '-c', `drop database if exists ${name}`, '-c', `create database ${name}`]);
  fill({ client: 'postgres', connection: { host: hostname, port: Number(port), user: username, database: name } });
  const tables = ['commerce_bridge_*', ...strapisTables].flatMap((table) => ['-t', table]);
  write(
    'postgres',
    command('pg_dump', [...server, '--inserts', '--no-owner', '--no-privileges', '--no-comments', ...tables, name]),
  );
  command('psql', [...server, '-c', `drop database ${name}`]);
}

function dumpMysql(): void {
  const { hostname, port, username } = new URL(databaseServers.mysql);
  const server = ['-h', hostname, '-P', port, '-u', username];
  command('mariadb', [...server, '-e', `drop database if exists ${name}; create database ${name}`]);
  fill({ client: 'mysql', connection: { host: hostname, port: Number(port), user: username, database: name } });
  const listed = command('mariadb', [...server, '-N', '-e', "show tables like 'commerce_bridge_%'", name])
    .trim()
    .split('\n');
  write(
    'mysql',
    command('mariadb-dump', [...server, '--compact', '--skip-extended-insert', name, ...listed, ...strapisTables]),
  );
  command('mariadb', [...server, '-e', `drop database ${name}`]);
}

/** Runs the earlier plugin to fill a database; @param responses file for its responses */
function fill(connection: Record<string, unknown>, responses = '/dev/null'): void {
  command(
    process.execPath,
    [
      join(binaries, 'tsx'),
      join(worktree, 'scripts', 'lib', 'upgrade-dump-site.ts'),
      JSON.stringify(connection),
      responses,
    ],
    worktree,
  );
}

function command(executable: string, args: readonly string[], cwd = repository): string {
  return execFileSync(executable, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Omits statements that only the databases' own shells understand. */
function write(database: string, dump: string): void {
  const lines = dump.split('\n').filter((line) => !/^(\\|--|\s*$)/.test(line));
  writeFileSync(
    join(fixtures, `${database}.sql`),
    `-- Written by scripts/write-upgrade-dump.ts from commit ${commit}.\n${lines.join('\n')}\n`,
  );
}
