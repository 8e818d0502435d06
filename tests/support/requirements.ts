import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, test } from 'vitest';
import { findChromium } from '../../scripts/lib/chromium';
import { databaseServers } from './database-servers';

/** Something that tests need and a machine may lack. */
export type Requirement =
  | { name: string; kind: 'present'; at: string }
  | {
      name: string;
      kind: 'absent';
      /** What is missing and how to get it, in words. */
      reason: string;
      /** `failure`: a machine that runs the whole suite (CI=true) must have it. `skip`: nobody must. */
      onContinuousIntegration: 'failure' | 'skip';
    };

/** What a group of tests is given: where the thing is that they need. Not to be used before a test or hook runs. */
type Body = (at: string) => void;

/** What becomes of tests with a requirement. */
export type Verdict = 'run' | 'skip' | 'fail';

/** @param isComplete whether this machine is to run everything (CI=true) */
export function judgeRequirement(requirement: Requirement, { isComplete }: { isComplete: boolean }): Verdict {
  if (requirement.kind === 'present') return 'run';
  return isComplete && requirement.onContinuousIntegration === 'failure' ? 'fail' : 'skip';
}

/**
 * Groups tests that need something: they run where it is, and where it is not they are skipped by a name that says
 * why, or fail with CI=true where the requirement says so.
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
        // The body still names the tests, so that what is skipped is counted one by one.
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

/** A Chromium or Chrome to steer; `at` is its executable. `CHROMIUM_PATH` names one that lies elsewhere. */
export function chromium(): Requirement {
  const name = 'chromium';
  const found = findChromium();
  if (found !== undefined) return { name, kind: 'present', at: found };
  return absent(name, 'no chromium is installed (set CHROMIUM_PATH to one that lies elsewhere)', 'failure');
}

/** A PostgreSQL server; `at` is an address with trust authentication. `COMMERCE_BRIDGE_TEST_POSTGRES` overrides it. */
export function postgres(): Requirement {
  return listening('a PostgreSQL server', databaseServers.postgres);
}

/** A MySQL or MariaDB server; `at` is its address. `COMMERCE_BRIDGE_TEST_MYSQL` overrides it. */
export function mysql(): Requirement {
  return listening('a MySQL or MariaDB server', databaseServers.mysql);
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

// A group of tests is named before any promise can be awaited, so the question is asked in a short process.
function listening(name: string, at: string): Requirement {
  const { hostname, port } = new URL(at);
  const connect = `require('net').connect(${Number(port)}, ${JSON.stringify(hostname)})
    .on('connect', () => process.exit(0)).on('error', () => process.exit(1)).setTimeout(2000, () => process.exit(1))`;
  const response = spawnSync(process.execPath, ['-e', connect]);
  if (response.status === 0) return { name, kind: 'present', at };
  return absent(name, `${name} does not answer at ${hostname}:${port}`, 'failure');
}
