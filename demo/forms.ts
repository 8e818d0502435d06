import type { z } from 'zod';

/** A form lacks a field, or has one that makes no sense. */
export class UnusableForm extends Error {
  override readonly name = 'UnusableForm';
}

/** What a form said, by the names of its fields. */
export type Form = Readonly<Record<string, unknown>>;

/** What a field says; undefined if the form does not have it. */
export function textOf(form: Form, name: string): string | undefined {
  const text = form[name];
  return typeof text === 'string' || typeof text === 'number' ? String(text) : undefined;
}

/** The fields of a form; throws `UnusableForm` if they do not fit. */
export function readForm<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(body);
  if (error) throw new UnusableForm('Something is missing in the form, or makes no sense.', { cause: error });
  return data;
}
