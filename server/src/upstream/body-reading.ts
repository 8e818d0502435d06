import type { z } from 'zod';

/** What a body came to: an answer; garbled bytes, which another try may mend; or a form that we do not know. */
export type BodyReading<Answer> =
  | { kind: 'read'; answer: Answer }
  | { kind: 'garbled'; problem: unknown }
  | { kind: 'unknown'; issues: readonly string[] };

/** Makes an answer of a body, or of `undefined` when the answer has none; may do so elsewhere than in this thread. */
export type BodyReader<Answer> = (body: Uint8Array | undefined) => BodyReading<Answer> | Promise<BodyReading<Answer>>;

/** What an answer must look like: JSON of this form (`undefined` when there is no body), or whatever a reader makes of it. */
export type AnswerForm<Answer> = { schema: z.ZodType<Answer> } | { reader: BodyReader<Answer> };

const printedIssues = 3;

export function readerOf<Answer>(form: AnswerForm<Answer>): BodyReader<Answer> {
  return 'reader' in form ? form.reader : (body) => readJson(body, form.schema);
}

/** Reads a body as JSON of this form. */
export function readJson<Answer>(body: Uint8Array | undefined, schema: z.ZodType<Answer>): BodyReading<Answer> {
  const parsed = body === undefined ? { value: undefined } : parseJson(textOf(body));
  if ('problem' in parsed) return { kind: 'garbled', problem: parsed.problem };
  const checked = schema.safeParse(parsed.value);
  if (checked.success) return { kind: 'read', answer: checked.data };
  const issues = checked.error.issues
    .slice(0, printedIssues)
    .map((issue) => `${issue.path.join('.') || 'the answer'}: ${issue.message}`);
  return { kind: 'unknown', issues };
}

/** The text of a body, byte order mark and all. */
export function textOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
}

function parseJson(body: string): { value: unknown } | { problem: unknown } {
  try {
    return { value: JSON.parse(body.startsWith('\ufeff') ? body.slice(1) : body) };
  } catch (problem) {
    return { problem };
  }
}
