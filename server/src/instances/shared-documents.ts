import { z } from 'zod';
import { CommerceBridgeError } from '../lib/errors';

/** The new value of a document, and the result of the change for its caller. */
export interface DocumentChange<Value, Result> {
  value: Value;
  result: Result;
}

/**
 * Small documents that all instances of a site share, in the database or in Redis (behavior 12.1). Their content is
 * worthless after a few seconds: losing all of them at once does no harm.
 */
export interface SharedDocuments {
  /**
   * Whether the place may lose all documents while instances continue, as Redis does when it is flushed or fails over.
   */
  mayBeLost: boolean;
  /**
   * Reads a document, and the time in milliseconds by the clock of the place where it is; null when it is absent.
   * @param schema a stored value that does not match counts as absent
   * @throws the place's own error
   */
  read<Value>(name: string, schema: z.ZodType<Value>): Promise<{ value: Value; now: number } | null>;
  /**
   * Changes a document atomically, by the clock of the place where it is.
   * @param schema a stored value that does not match counts as absent
   * @param work pure, since it runs again if another instance was faster; gets the place's time in milliseconds
   * @throws SharedDocumentBusyError when others were faster each time; or the place's own error
   */
  change<Value, Result>(
    name: string,
    schema: z.ZodType<Value>,
    work: (value: Value | null, now: number) => DocumentChange<Value, Result>,
  ): Promise<Result>;
}

/** Too many instances changed a document at once. */
export class SharedDocumentBusyError extends CommerceBridgeError {
  readonly code = 'shared_document_busy';
}

/**
 * Checks that the place can be used. Only a change shows that: a Redis that is full, cannot save, or has become a
 * replica still serves reads.
 * @throws the place's own error
 */
export async function reach(documents: Pick<SharedDocuments, 'change'>): Promise<void> {
  await documents.change('reached', z.number(), (_, now) => ({ value: now, result: null }));
}

/** How often a change is tried before it is abandoned; each failure means that another instance's change succeeded. */
export const mostChangeTries = 12;

/** The value of a stored text; null if it is not JSON, or does not match the schema. */
export function parseSharedDocument<Value>(text: string | null, schema: z.ZodType<Value>): Value | null {
  if (text === null) return null;
  const parsed = schema.safeParse(jsonIn(text));
  return parsed.success ? parsed.data : null;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
