import type { z } from 'zod';

/** A form lacks a field, or has one that makes no sense. */
export class UnusableForm extends Error {
  override readonly name = 'UnusableForm';
}

/** The fields of a form; throws `UnusableForm` if they do not fit. */
export function readForm<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(body);
  if (error) throw new UnusableForm('Something is missing in the form, or makes no sense.', { cause: error });
  return data;
}
