import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, test } from 'vitest';
import { findChromium } from '../../scripts/lib/chromium';
import { findFaketime } from '../../scripts/lib/faketime';
import { databaseServers } from './databases/database-servers';

/** Something that tests require and a machine may lack. */
export type Requirement =
  | { name: string; kind: 'present'; at: string }
  | {
      name: string;
      kind: 'absent';
      /** A description of what is missing and how to get it. */
      reason: string;
      /** `failure`: a machine that runs the whole suite (CI=true) must have it. `skip`: optional everywhere. */
      onContinuousIntegration: 'failure' | 'skip';
    };

/** The body of a group of tests. Its parameter locates the requirement; only use it in tests and hooks. */
type Body = (at: string) => void;

/** What is done with tests that have a requirement. */
export type Verdict = 'run' | 'skip' | 'fail';

/** @param isComplete whether this machine should run everything (CI=true) */
export function judgeRequirement(requirement: Requirement, { isComplete }: { isComplete: boolean }): Verdict {
  if (requirement.kind === 'present') return 'run';
  return isComplete && requirement.onContinuousIntegration === 'failure' ? 'fail' : 'skip';
}

/**
 * Groups tests with a requirement: they run if it is available, and are otherwise skipped with the reason in their
 * name, or fail with CI=true if the requirement says so.
 *
 * @example
 * whenAvailable(chromium()).describe('the settings page', (executable) => { test('…', async () => { … }); });
 */
export function whenAvailable(requirement: Requirement): { describe(name: string, body: Body): void } {
  return {
    describe(name, body) {
      if (requirement.kind === 'present') {
        describe(name, () => body(requirement.at));
        return;
      }
      const { reason } = requirement;
      if (judgeRequirement(requirement, { isComplete: process.env['CI'] === 'true' }) === 'skip') {
        // The body still declares the tests, so that skipped ones are counted individually.
        describe.skip(`${name} [skipped: ${reason}]`, () => body(''));
        return;
      }
      describe(name, () => {
        test(`has ${requirement.name}`, () => {
          throw new Error(`${reason}; with CI=true nothing may be skipped for that`);
        });
      });
    },
  };
}

/** A Chromium or Chrome to control; `at` is its executable. `CHROMIUM_PATH` overrides it. */
export function chromium(): Requirement {
  const name = 'chromium';
  const found = findChromium();
  if (found !== undefined) return { name, kind: 'present', at: found };
  return absent(name, 'no chromium is installed (set CHROMIUM_PATH to one that is elsewhere)', 'failure');
}

/** Prometheus' own checker of metrics, in Debian's package `prometheus`. */
export function promtool(): Requirement {
  const name = 'promtool';
  if (spawnSync(name, ['--version']).status === 0) return { name, kind: 'present', at: name };
  return absent(name, 'no promtool is installed (package prometheus)', 'failure');
}

/** A shell whose completion is tested; only these tests need it. */
export function shell(name: 'zsh' | 'fish'): Requirement {
  if (spawnSync(name, ['--version']).status === 0) return { name, kind: 'present', at: name };
  return absent(name, `no ${name} is installed`, 'skip');
}

/** The first absent requirement, or the first one if all are present. */
export function allOf(first: Requirement, ...others: readonly Requirement[]): Requirement {
  return [first, ...others].find(({ kind }) => kind === 'absent') ?? first;
}

/** The balancer in front of several instances; `at` is the command. */
export function haproxy(): Requirement {
  const name = 'haproxy';
  if (spawnSync(name, ['-v']).status === 0) return { name, kind: 'present', at: name };
  return absent(name, 'no haproxy is installed (Debian: haproxy)', 'failure');
}

/** The library that gives a process its own clock; `at` is its path. */
export function faketime(): Requirement {
  const name = 'libfaketime';
  const found = findFaketime();
  if (found !== undefined) return { name, kind: 'present', at: found };
  return absent(name, 'no libfaketime is installed (Debian: faketime)', 'failure');
}

/** A PostgreSQL server; `at` is a URL with trust authentication. `COMMERCE_BRIDGE_TEST_POSTGRES` overrides it. */
export function postgres(): Requirement {
  return listening('a PostgreSQL server', databaseServers.postgres);
}

/** A MySQL or MariaDB server; `at` is its URL. `COMMERCE_BRIDGE_TEST_MYSQL` overrides it. */
export function mysql(): Requirement {
  return listening('a MySQL or MariaDB server', databaseServers.mysql);
}

/** A Redis server; `at` is its URL. `COMMERCE_BRIDGE_TEST_REDIS` overrides it. */
export function redis(): Requirement {
  return listening('a Redis server', databaseServers.redis);
}

/** A pooler for PostgreSQL; `at` is its executable. */
export function pgbouncer(): Requirement {
  const name = 'pgbouncer';
  const found = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync);
  if (found !== undefined) return { name, kind: 'present', at: found };
  return absent(name, 'no pgbouncer is installed (Debian: pgbouncer)', 'failure');
}

/** Varnish with the module `xkey`; `at` is its executable. */
export function varnish(): Requirement {
  const name = 'varnish';
  const found = ['/usr/sbin/varnishd', '/usr/local/sbin/varnishd', '/opt/homebrew/sbin/varnishd'].find(existsSync);
  // Compiles a VCL, since the path of the module is not known.
  if (found !== undefined && compilesXkey(found)) return { name, kind: 'present', at: found };
  return absent(name, 'no varnishd with xkey is installed (Debian: varnish, varnish-modules)', 'failure');
}

function compilesXkey(varnishd: string): boolean {
  const program = 'vcl 4.1; import xkey; backend default none;';
  const folder = mkdtempSync(join(tmpdir(), 'commerce-bridge-varnish-'));
  const file = join(folder, 'xkey.vcl');
  writeFileSync(file, program);
  const compiled = spawnSync(varnishd, ['-C', '-j', 'none', '-n', join(folder, 'work'), '-f', file], {
    stdio: 'ignore',
  });
  rmSync(folder, { recursive: true, force: true });
  return compiled.status === 0;
}

/**
 * Upstream's own documents and recordings, which are not part of this repository; `at` is their folder.
 * `COMMERCE_BRIDGE_UPSTREAM_REFERENCE` names another one.
 */
export function upstreamReference(): Requirement {
  const name = 'upstream reference';
  const at =
    process.env['COMMERCE_BRIDGE_UPSTREAM_REFERENCE'] ?? resolve(__dirname, '..', '..', '..', 'shared', 'upstream');
  if (existsSync(at)) return { name, kind: 'present', at };
  return absent(name, 'the folder ../shared/upstream is absent', 'skip');
}

function absent(name: string, reason: string, onContinuousIntegration: 'failure' | 'skip'): Requirement {
  return { name, kind: 'absent', reason, onContinuousIntegration };
}

// Checked in a short-lived process, since groups of tests are declared before any promise can be awaited.
function listening(name: string, at: string): Requirement {
  const { hostname, port } = new URL(at);
  const connect = `require('net').connect(${Number(port)}, ${JSON.stringify(hostname)})
    .on('connect', () => process.exit(0)).on('error', () => process.exit(1)).setTimeout(2000, () => process.exit(1))`;
  const response = spawnSync(process.execPath, ['-e', connect]);
  if (response.status === 0) return { name, kind: 'present', at };
  return absent(name, `${name} does not respond at ${hostname}:${port}`, 'failure');
}
