/** What a failed request to the admin API returns (behavior 9.1). */
export interface ApiFailure {
  /** HTTP status; null when there was no response at all. */
  status: number | null;
  /** From the server, in its English unless it says so in code; null when it gave none. */
  said: CodedMessage | null;
  /** What validation found, by the name of the field it belongs to. */
  fields: Record<string, CodedMessage>;
}

/** What the server says of a request or of one of its fields. */
export interface CodedMessage {
  /** In the server's English. */
  message: string;
  /** What stands for that message, to be said in another language; null where the server gave none. */
  code: string | null;
  values: Record<string, string | number>;
}

/** Reads what a request threw: Strapi's `{status, name, message, details}`, or what the network layer raised. */
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
