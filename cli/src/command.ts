import { type Command, InvalidArgumentError } from 'commander';
import type { ExitCode } from './exit-codes';
import type { Output } from './output/output';
import type { Site } from './site/site';

/** What a command works with. */
export interface CommandContext {
  site: Site;
  output: Output;
  /** Whether a script reads the result. */
  isJson: boolean;
  /** Aborted on Ctrl+C. */
  interrupted: AbortSignal;
  clock: CommandClock;
}

/** Time, so that tests need not wait. */
export interface CommandClock {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Resolves early when the signal is aborted. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** What was given on the command line; options are by their long name. */
export interface Given {
  args: readonly string[];
  options: unknown;
}

/** Does what a command is for. @throws CommandError */
export type CommandBody = (context: CommandContext, given: Given) => Promise<ExitCode>;

/** Adds commands to the program. */
export interface Registration {
  program: Command;
  /** Makes an action of a body: the site is there, and what is thrown is printed. */
  act(body: CommandBody): (...given: unknown[]) => Promise<void>;
}

/** The value of an option that takes a whole number. */
export function wholeNumber(smallest: number, largest: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,15}$/.test(text) || value < smallest || value > largest)
      throw new InvalidArgumentError(`It must be a whole number from ${smallest} to ${largest}.`);
    return value;
  };
}

/** The value of an argument or option that becomes a part of an address: without a name there, it would be another address. */
export function nameIn(text: string): string {
  if (/^\s*\.{0,2}\s*$/.test(text)) throw new InvalidArgumentError('It names nothing.');
  return text;
}
