import type { Command, Option } from 'commander';

/** A possible completion of a command line. */
export interface Candidate {
  word: string;
  description: string;
}

/**
 * Possible completions of the last word.
 * @param words after the program's name; the last one is incomplete, and may be empty
 */
export function candidatesFor(program: Command, words: readonly string[]): Candidate[] {
  const typed = words.at(-1) ?? '';
  const { command, pending } = read(program, words.slice(0, -1));
  const all = pending ? choicesOf(pending.argChoices) : typed.startsWith('-') ? optionsOf(command) : wordsOf(command);
  return all.filter(({ word }) => word.startsWith(typed));
}

/** The command that complete words lead to, and the option whose value comes next. */
function read(program: Command, words: readonly string[]): { command: Command; pending: Option | null } {
  let command = program;
  let pending: Option | null = null;
  for (const word of words) {
    if (pending) pending = null;
    else if (word.startsWith('-')) pending = known(command).find((each) => each.long === word && each.required) ?? null;
    else command = command.commands.find((each) => each.name() === word) ?? command;
  }
  return { command, pending };
}

function known(command: Command): Option[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
}

const optionsOf = (command: Command): Candidate[] =>
  known(command).flatMap(({ long, description }) => (long ? [{ word: long, description }] : []));

const wordsOf = (command: Command): Candidate[] => [
  ...command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .map((each) => ({ word: each.name(), description: each.description() })),
  ...command.registeredArguments.flatMap(({ argChoices }) => choicesOf(argChoices)),
];

const choicesOf = (choices: readonly string[] = []): Candidate[] => choices.map((word) => ({ word, description: '' }));
