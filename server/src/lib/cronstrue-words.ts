import { toString } from 'cronstrue';

/** A cron expression in plain English, for example `At 03:00`; the expression itself where it cannot be described. */
export function wordsOfExpression(expression: string): string {
  try {
    // Of `@daily` and the like, cronstrue knows only the lower case.
    return toString(expression.startsWith('@') ? expression.toLowerCase() : expression, { use24HourTimeFormat: true });
  } catch {
    // The description is a courtesy: whether the expression is valid was decided when it was entered.
    return expression;
  }
}
