import { errors } from '@strapi/utils';
import { asRefusal } from './refusal';

/**
 * How often one field may be asked for in the same place, by aliases. Fields of the catalog take no arguments, so each says the
 * same; without a limit, a small document makes the site write out each variant of a hundred products a thousand times.
 */
export const mostRepeats = 3;

/**
 * Checks what is asked for in one place of a query.
 * @throws ValidationError that names the field asked for too often
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
