import type { z } from 'zod';

/** A form lacks a field, or has an invalid one. */
export class UnusableForm extends Error {
  override readonly name = 'UnusableForm';
}

/** A form's values, by field name. */
export type Form = Readonly<Record<string, unknown>>;

/** The value of a field; undefined if the form does not have it. */
export function textOf(form: Form, name: string): string | undefined {
  const text = form[name];
  return typeof text === 'string' || typeof text === 'number' ? String(text) : undefined;
}

/** Parses a form; throws `UnusableForm` if it does not match the schema. */
export function readForm<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(body);
  if (error) throw new UnusableForm('Something in the form is missing or invalid.', { cause: error });
  return data;
}
