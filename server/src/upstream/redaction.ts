/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

const mark = '[redacted]';

/**
 * Made for texts that come from outside and may echo what we sent: error bodies, messages of libraries, addresses.
 * A secret is found as it is, percent-encoded, and escaped as in JSON, in any case.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const forms = secrets
    .filter((secret) => secret.trim() !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
  if (forms.length === 0) return (text) => text;

  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escapeForPattern).join('|'), 'giu');
  return (text) => text.replace(pattern, mark);
}

const deepestCause = 5;

/**
 * What is safe to keep of an error that a library threw: its name, message, code and stack without secrets, and its
 * causes likewise. Everything else is dropped, for libraries hang whole requests with their headers on their errors.
 */
export function redactedCause(error: unknown, redact: Redact, depth = 0): Error {
  if (!(error instanceof Error)) return new Error(redact(String(error)));

  const cause = error.cause !== undefined && depth < deepestCause ? redactedCause(error.cause, redact, depth + 1) : undefined;
  const code = 'code' in error && typeof error.code === 'string' ? redact(error.code) : undefined;
  const safe = new Error(redact(error.message), cause === undefined ? undefined : { cause });
  safe.name = redact(error.name);
  if (error.stack !== undefined) safe.stack = redact(error.stack);
  return code === undefined ? safe : Object.assign(safe, { code });
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
