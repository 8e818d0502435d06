import type { TextEncoding } from '../../database/text-encoding';
import type { HealthFinding } from '../health-check';

/** Checks that the site's database can store any text that a store may contain. */
export function createDatabaseCharsetCheck({ readEncoding }: { readEncoding: () => Promise<TextEncoding> }) {
  return {
    subject: 'charset' as const,
    async run(): Promise<HealthFinding[]> {
      const encoding = await readEncoding();
      if (encoding.kind === 'unicode') return [];
      const { charset, wanted } = encoding;
      return [
        {
          code: 'database_charset',
          values: { charset, wanted },
          text: `The site's database stores text as ${charset}, which doesn't support emoji and many languages, so some records can't be saved. Convert the database to ${wanted}; see docs/operations.md of the plugin for instructions.`,
        },
      ];
    },
  };
}
