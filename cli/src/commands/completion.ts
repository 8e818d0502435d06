import { Argument } from 'commander';
import { z } from 'zod';
import type { Registration } from '../command';
import { candidatesFor } from '../completion/candidates';
import { shellScripts } from '../completion/shell-scripts';

const shell = z.enum(['bash', 'zsh', 'fish']);

/** `completion`: prints a script for a shell, which gets its candidates from the hidden command `complete`. */
export function addCompletion({ program }: Registration): void {
  const print = (text: string) => program.configureOutput().writeOut?.(text);
  program
    .command('completion')
    .description('a script that completes this command in a shell; docs/command-line.md says where it goes')
    .addArgument(new Argument('<shell>', 'the shell').choices(shell.options))
    .action((given: unknown) => print(shellScripts[shell.parse(given)]));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: unknown) => {
      const candidates = candidatesFor(program, z.array(z.string()).parse(words));
      if (candidates.length > 0)
        print(candidates.map(({ word, description }) => `${word}\t${description}`.trimEnd()).join('\n'));
    });
}
