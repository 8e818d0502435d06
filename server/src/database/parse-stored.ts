import type { z } from 'zod';
import { fromJson } from './database';

/** A JSON column's content; null if damaged. Readers omit it until a verification has it read again (behavior 2.17). */
export function parseStored<Content>(schema: z.ZodType<Content>, value: unknown): Content | null {
  try {
    return schema.parse(fromJson(value));
  } catch {
    return null;
  }
}
