/** What one log line says beside its sentence; no secret is ever put here. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Logs are events with fields: a fixed sentence, and what varies as data. */
export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}
