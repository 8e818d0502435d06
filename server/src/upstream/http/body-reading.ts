import type { z } from 'zod';

/** The result of reading a body: a response; garbled bytes, which a retry may fix; or an unknown form. */
export type BodyReading<Body> =
  | { kind: 'read'; response: Body }
  | { kind: 'garbled'; problem: unknown }
  | { kind: 'unknown'; issues: readonly string[] };

/** Parses a body (`undefined` when the response has none). */
export type BodyReader<Body> = (body: Uint8Array | undefined) => BodyReading<Body> | Promise<BodyReading<Body>>;

/**
 * What a response must look like: JSON of this form (`undefined` when there is no body), or what a reader returns.
 */
export type ResponseForm<Body> = { schema: z.ZodType<Body> } | { reader: BodyReader<Body> };

const printedIssues = 3;

export function readerOf<Body>(form: ResponseForm<Body>): BodyReader<Body> {
  return 'reader' in form ? form.reader : (body) => readJson(body, form.schema);
}

/** Reads a body as JSON of this form. */
export function readJson<Body>(body: Uint8Array | undefined, schema: z.ZodType<Body>): BodyReading<Body> {
  const parsed = body === undefined ? { value: undefined } : parseJson(bodyText(body));
  if ('problem' in parsed) return { kind: 'garbled', problem: parsed.problem };
  const checked = schema.safeParse(parsed.value);
  if (checked.success) return { kind: 'read', response: checked.data };
  const issues = checked.error.issues
    .slice(0, printedIssues)
    .map((issue) => `${issue.path.join('.') || 'the response'}: ${issue.message}`);
  return { kind: 'unknown', issues };
}

/** The text of a body, byte order mark and all. */
export function bodyText(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
}

function parseJson(body: string): { value: unknown } | { problem: unknown } {
  try {
    return { value: JSON.parse(body.startsWith('\ufeff') ? body.slice(1) : body) };
  } catch (problem) {
    return { problem };
  }
}
