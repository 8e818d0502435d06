import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shell, whenAvailable } from '../../support/requirements';
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

  const reply = execFileSync('bash', ['-c', `${out}${typed}`], { encoding: 'utf8' });

  expect(reply.trim().split('\n')).toEqual(['complete', '--', 'events', 'list', '--st']);
});

const script = async (name: string): Promise<string> => (await runCli(['completion', name])).out;

whenAvailable(shell('zsh')).describe('the script for zsh', (zsh) => {
  test('asks for what was typed up to the cursor, and shows each word with its description', async () => {
    // A stand-in for zsh's own completion functions.
    const surroundings = `compdef() { : }; _describe() { print -rl -- "\${(@)candidates}" }
      commerce-bridge() { printf '%s\\tthe words: %s\\n' "$@" all }`;
    const typed = 'words=(commerce-bridge events list --st later); CURRENT=4; _commerce_bridge';

    const shown = execFileSync(zsh, ['-f', '-c', `${surroundings}\n${await script('zsh')}\n${typed}`], {
      encoding: 'utf8',
    });

    expect(shown.trim().split('\n')).toEqual([
      'complete:the words: --',
      'events:the words: list',
      '--st:the words: all',
    ]);
  });
});

whenAvailable(shell('fish')).describe('the script for fish', (fish) => {
  test('asks for what was typed up to the cursor, and offers each word with its description', async () => {
    const site = `function commerce-bridge; printf '%s\\t[%s]\\n' --status "$argv"; end`;
    const typed = 'complete -C "commerce-bridge events list --st"; complete -C "commerce-bridge "';

    const shown = execFileSync(fish, ['--no-config', '-c', `${site}\n${await script('fish')}\n${typed}`], {
      encoding: 'utf8',
    });

    expect(shown.trim().split('\n')).toEqual(['--status\t[complete -- events list --st]', '--status\t[complete -- ]']);
  });
});
