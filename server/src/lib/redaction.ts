/** Removes secrets from a text. */
export type Redact = (text: string) => string;

const mark = '[redacted]';

/**
 * For texts of external origin that may echo what we sent: error bodies, messages of libraries, addresses. A
 * secret is found verbatim, percent-encoded, escaped as in JSON and HTML, and in base64, even as part of a longer
 * encoded text (a header `Basic …`), in any case.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const forms = secrets
    .filter((secret) => secret.trim() !== '')
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      ...jsonForms(secret),
      escapedForHtml(secret),
      ...base64Forms(secret),
    ]);
  if (forms.length === 0) return (text) => text;

  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escapeForPattern).join('|'), 'giu');
  return (text) => text.replace(pattern, mark);
}

/** With slashes unescaped, and escaped as PHP writes them. */
function jsonForms(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [escaped, escaped.replaceAll('/', '\\/')];
}

const htmlEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapedForHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? character);

// Below this many bytes, the part of the base64 text that is unambiguous is too short to search for.
const shortestEncoded = 8;

/**
 * The base64 forms of a secret, wherever it begins in the encoded text: three bytes become four characters, so there
 * are three alignments, and the characters at either end also depend on the neighboring bytes.
 */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < shortestEncoded) return [];
  return [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]);
    const skipped = offset === 0 ? 0 : offset + 1;
    const end = Math.floor((whole.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((alphabet) => whole.toString(alphabet).slice(skipped, end));
  });
}

const deepestCause = 5;

/**
 * The safe parts of an error that a library threw: its name, message, code and stack without secrets, and its causes
 * likewise. Everything else is dropped, since libraries attach whole requests with their headers to errors.
 */
export function redactedCause(error: unknown, redact: Redact, depth = 0): Error {
  if (!(error instanceof Error)) return new Error(redact(String(error)));

  const cause =
    error.cause !== undefined && depth < deepestCause ? redactedCause(error.cause, redact, depth + 1) : undefined;
  const code = 'code' in error && typeof error.code === 'string' ? redact(error.code) : undefined;
  const safe = new Error(redact(error.message), cause === undefined ? undefined : { cause });
  safe.name = redact(error.name);
  if (error.stack !== undefined) safe.stack = redact(error.stack);
  return code === undefined ? safe : Object.assign(safe, { code });
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
