import { CommerceBridgeError, databaseWords, plainData } from './errors';

/** Why something failed, by code: pages say it in their own language. */
export interface CodedReason {
  code: string;
  values: Record<string, string | number>;
}

/** Null where only the error's message says why. */
export function codedReasonOf(error: unknown): CodedReason | null {
  const refusal = databaseWords(error);
  if (refusal !== null) return { code: 'database_refused', values: { refusal } };
  return error instanceof CommerceBridgeError ? { code: error.code, values: plainData(error) } : null;
}
