import { isObject } from '../lib/is-object';

/** A hook that could not be registered, with the server's error message. */
export interface FailedHook {
  scope: string;
  message: string;
}

/** Reads from a registration's error which hooks failed; none if the registration failed as a whole. */
export function failedHooks(error: unknown): FailedHook[] {
  if (!isObject(error) || !isObject(error['details']) || !Array.isArray(error['details']['hooks'])) return [];
  return error['details']['hooks']
    .filter(isObject)
    .flatMap(({ scope, outcome, message }) =>
      outcome === 'failed' && typeof scope === 'string'
        ? [{ scope, message: typeof message === 'string' ? message : '' }]
        : [],
    );
}
