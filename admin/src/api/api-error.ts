/** What a failed request of the admin API tells (decisions 9). */
export interface ApiFailure {
  /** HTTP status; null when there was no answer at all. */
  status: number | null;
  /** In words, from the server; null when it gave none. */
  message: string | null;
  /** Messages of validation, by the name of the field they belong to. */
  fields: Record<string, string>;
}

/** Reads what a request threw: Strapi's `{status, name, message, details}`, or whatever the network layer raised. */
export function readApiError(error: unknown): ApiFailure {
  if (!isObject(error)) return { status: null, message: null, fields: {} };
  return {
    status: typeof error['status'] === 'number' ? error['status'] : null,
    message: typeof error['message'] === 'string' && error['message'] !== '' ? error['message'] : null,
    fields: readFields(error['details']),
  };
}

function readFields(details: unknown): Record<string, string> {
  if (!isObject(details) || !Array.isArray(details['errors'])) return {};
  const fields: Record<string, string> = {};
  for (const entry of details['errors']) {
    if (!isObject(entry) || !Array.isArray(entry['path']) || typeof entry['message'] !== 'string') continue;
    fields[entry['path'].join('.')] ??= entry['message'];
  }
  return fields;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
