import type { LogFields, Logger } from '../../server/src/lib/logger';

export interface LogLine {
  level: keyof Logger;
  event: string;
  fields: LogFields;
}

/** Writes nothing and records everything. */
export function createQuietLogger(): Logger & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at =
    (level: keyof Logger) =>
    (event: string, fields: LogFields = {}) => {
      lines.push({ level, event, fields });
    };
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
