/**
 * The base class of our own errors: a stable code, data about what was given and what is allowed, and the cause.
 * Neither message nor data may hold a secret: they are logged and, where a status is set, sent to the caller.
 */
export abstract class CommerceBridgeError extends Error {
  abstract readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(message: string, options: { data?: Record<string, unknown>; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.data = options.data ?? {};
  }
}

/** The part of an error's data that a page can put into its own sentence. */
export function plainData({ data }: CommerceBridgeError): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'string' || typeof value === 'number') values[name] = value;
  }
  return values;
}

/**
 * Describes a thrown value for a stored record or a log line. For a database error, it is the database's own message:
 * knex prepends the statement with all its values, which is unreadable and too long for some tables.
 */
export function describeError(error: unknown): string {
  return databaseWords(error) ?? (error instanceof Error ? error.message : String(error));
}

/** A database's reason for rejecting a statement, short enough for a list. */
export function describeRefusal(error: unknown): string {
  return describeError(error).slice(0, longestRefusal);
}

/** The database's own message; null when a thrown value is not a database error. */
export function databaseWords(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('sqlMessage' in error && typeof error.sqlMessage === 'string') return error.sqlMessage.slice(0, longestRefusal);
  const isStatement = statementBefore.test(error.message);
  return isStatement ? (error.message.split(' - ').at(-1) ?? '').slice(0, longestRefusal) : null;
}

const statementBefore =
  /^\W*(select|with|insert|update|delete|drop|alter|create|set|show|begin|commit|rollback|savepoint|release|lock|pragma)\b[^]* - /i;

const longestRefusal = 500;
