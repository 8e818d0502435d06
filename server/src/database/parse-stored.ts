import type { z } from 'zod';
import { fromJson } from './database';

/** What a JSON column contains; null: it is damaged. Readers show less, until a verification has it read again (behavior 2.17). */
export function parseStored<Content>(schema: z.ZodType<Content>, value: unknown): Content | null {
  try {
    return schema.parse(fromJson(value));
  } catch {
    return null;
  }
}
