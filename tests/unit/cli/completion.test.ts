import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runCli } from '../../support/sites/run-cli';

async function completed(...words: string[]): Promise<string[]> {
  const { code, out, error } = await runCli(['complete', '--', ...words]);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0] ?? '');
}

test('commands are completed, also below a command', async () => {
  expect(await completed('s')).toEqual(['status', 'sync']);
  expect(await completed('events', '')).toEqual(['list', 'retry', 'discard']);
  expect(await completed('--json', 'webhooks', 'r')).toEqual(['register']);
});

test('options are completed: those of the command, and those of all', async () => {
  expect(await completed('sync', '--f')).toEqual(['--full', '--follow']);
  expect(await completed('sync', '--full', '--ur')).toEqual(['--url']);
});

test('what is one of some words is completed', async () => {
  expect(await completed('export', '')).toEqual(['products', 'collections', 'brands']);
  expect(await completed('events', 'list', '--status', 'comp')).toEqual(['complete']);
  expect(await completed('completion', 'z')).toEqual(['zsh']);
});

test('what only the caller knows is not completed', async () => {
  expect(await completed('explain', '')).toEqual([]);
  expect(await completed('status', '--url', '')).toEqual([]);
});

test('the script for bash asks for what was typed up to the cursor', async () => {
  const { out } = await runCli(['completion', 'bash']);
  const typed = `
    commerce-bridge() { printf '%s\\tdescription\\n' "$@"; }
    COMP_WORDS=(commerce-bridge events list --st later); COMP_CWORD=3
    _commerce_bridge; printf '%s\\n' "\${COMPREPLY[@]}"`;

  const answer = execFileSync('bash', ['-c', `${out}${typed}`], { encoding: 'utf8' });

  expect(answer.trim().split('\n')).toEqual(['complete', '--', 'events', 'list', '--st']);
});
