import { CommerceBridgeError, databaseWords, plainData } from './errors';

/** Why something failed, as a code that pages translate into their own language. */
export interface CodedReason {
  code: string;
  values: Record<string, string | number>;
}

/** Null if only the error's message gives the reason. */
export function codedReasonOf(error: unknown): CodedReason | null {
  const refusal = databaseWords(error);
  if (refusal !== null) return { code: 'database_refused', values: { refusal } };
  return error instanceof CommerceBridgeError ? { code: error.code, values: plainData(error) } : null;
}
