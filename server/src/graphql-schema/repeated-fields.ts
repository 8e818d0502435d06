import { errors } from '@strapi/utils';
import { asRefusal } from './refusal';

/**
 * How often one field may be requested in the same place, under aliases. Fields of the catalog take no arguments, so
 * all return the same; without a limit, a small document makes the site return each variant of a hundred products a
 * thousand times.
 */
export const mostRepeats = 3;

/**
 * Checks the fields requested in one place of a query.
 * @throws ValidationError that names the field requested too often
 */
export function limitRepeats(asked: readonly { name: string }[]): void {
  const counts = new Map<string, number>();
  for (const { name } of asked) {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count > mostRepeats)
      throw asRefusal(
        new errors.ValidationError(
          `One place of a query can ask at most ${mostRepeats} times for the same field of the catalog: ${name} is asked for more often.`,
          { field: name, allowed: mostRepeats },
        ),
      );
  }
}
