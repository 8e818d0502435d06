import { type Command, InvalidArgumentError } from 'commander';
import type { ExitCode } from './exit-codes';
import type { Output } from './output/output';
import type { Site } from './site/site';

/** The objects that a command works with. */
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
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Resolves early when the signal is aborted. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The arguments and options on the command line; options by their long names. */
export interface Given {
  args: readonly string[];
  options: unknown;
}

/** Runs a command. @throws CommandError */
export type CommandBody = (context: CommandContext, given: Given) => Promise<ExitCode>;

/** Adds commands to the program. */
export interface Registration {
  program: Command;
  /** Wraps a body as an action: opens the site for it, and prints what it throws. */
  act(body: CommandBody): (...given: unknown[]) => Promise<void>;
}

/** Parses an option whose value is a whole number. */
export function wholeNumber(smallest: number, largest: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,15}$/.test(text) || value < smallest || value > largest)
      throw new InvalidArgumentError(`It must be a whole number from ${smallest} to ${largest}.`);
    return value;
  };
}

/** Parses a value that becomes part of a path: a blank one, or dots only, would result in a different path. */
export function nameIn(text: string): string {
  if (/^\s*\.{0,2}\s*$/.test(text)) throw new InvalidArgumentError('It must not be blank, nor consist of dots.');
  return text;
}
