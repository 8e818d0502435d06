import { isObject } from '../lib/is-object';

/** What a failed request to the admin API returns (behavior 9.1). */
export interface ApiFailure {
  /** HTTP status; null when there was no response at all. */
  status: number | null;
  /** The server's error message; null when it sent none. */
  said: CodedMessage | null;
  /** Validation errors, by field name. */
  fields: Record<string, CodedMessage>;
}

/** What the server reports about a request or one of its fields. */
export interface CodedMessage {
  /** In the server's English. */
  message: string;
  /** Identifies the message, for translation; null if the server sent no code. */
  code: string | null;
  values: Record<string, string | number>;
}

/** Reads the error of a failed request: Strapi's `{status, name, message, details}`, or one from the network layer. */
export function readApiError(error: unknown): ApiFailure {
  if (!isObject(error)) return { status: null, said: null, fields: {} };
  return {
    status: typeof error['status'] === 'number' ? error['status'] : null,
    said: readCoded(error['message'], error['details']),
    fields: readFields(error['details']),
  };
}

function readFields(details: unknown): ApiFailure['fields'] {
  if (!isObject(details) || !Array.isArray(details['errors'])) return {};
  const fields: ApiFailure['fields'] = {};
  for (const entry of details['errors']) {
    if (!isObject(entry) || !Array.isArray(entry['path'])) continue;
    const problem = readCoded(entry['message'], {
      ...(isObject(entry['values']) && entry['values']),
      code: entry['code'],
    });
    if (problem !== null) fields[entry['path'].join('.')] ??= problem;
  }
  return fields;
}

function readCoded(message: unknown, details: unknown): CodedMessage | null {
  if (typeof message !== 'string' || message === '') return null;
  const { code, ...rest } = isObject(details) ? details : { code: null };
  const values: CodedMessage['values'] = {};
  for (const [name, value] of Object.entries(rest)) {
    if (typeof value === 'string' || typeof value === 'number') values[name] = value;
  }
  return { message, code: typeof code === 'string' ? code : null, values };
}
