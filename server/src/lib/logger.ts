/** The fields of a log line, next to its sentence; never a secret. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Logs are events with fields: a fixed sentence, and what varies as data. */
export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}
