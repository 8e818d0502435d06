import { toString } from 'cronstrue';

/** A cron expression in plain English, for example `At 03:00`; the expression itself where it cannot be told. */
export function wordsOfExpression(expression: string): string {
  try {
    return toString(expression, { use24HourTimeFormat: true });
  } catch {
    // Words are a courtesy: whether the expression is one was decided when it was entered.
    return expression;
  }
}
