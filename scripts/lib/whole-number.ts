import { InvalidArgumentError } from 'commander';

/** Parses the argument of an option. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('A whole number is needed.');
  return Number(text);
}
