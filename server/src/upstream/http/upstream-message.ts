import { z } from 'zod';

const longestMessage = 500;

const fields = z.record(z.string(), z.unknown());

/**
 * Extracts upstream's message from an error body (upstream 1.2): v3's title with its errors by field, v2's array of
 * messages, or plain text. Null for an empty body or a web page.
 * @param redact removes credentials, before anything is shortened: half a token would not be recognized
 */
export function readUpstreamMessage(body: string, redact: (text: string) => string): string | null {
  const message = redact(wordsOf(body))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (message === '') return null;
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
}

function wordsOf(body: string): string {
  try {
    return wordsOfValue(JSON.parse(body));
  } catch {
    return body.trimStart().startsWith('<') ? '' : body;
  }
}

function wordsOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .map(wordsOfValue)
      .filter((words) => words !== '')
      .join('; ');
  const known = fields.safeParse(value);
  if (!known.success) return '';

  const title = [known.data.title, known.data.message, known.data.detail, known.data.error].find(
    (listing) => typeof listing === 'string' && listing !== '',
  );
  const errors = wordsOfErrors(known.data.errors, title);
  if (typeof title !== 'string') return errors;
  return errors === '' ? title : `${title} (${errors})`;
}

/** `{}` and absent are as common as a filled object; each value is a text or a list of texts. */
function wordsOfErrors(errors: unknown, title: unknown): string {
  const known = fields.safeParse(errors);
  if (!known.success) return Array.isArray(errors) ? wordsOfValue(errors) : '';
  return (
    Object.entries(known.data)
      .map(([field, value]) => [field, wordsOfValue(value)] as const)
      // Upstream often repeats its title word for word.
      .filter(([, words]) => words !== '' && words !== title)
      .map(([field, words]) => `${field}: ${words}`)
      .join('; ')
  );
}
