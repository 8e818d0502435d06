import type { TextEncoding } from '../../database/text-encoding';
import type { HealthFinding } from '../health-check';

/** The site's database can store every text that a store may have. */
export function createDatabaseCharsetCheck({ readEncoding }: { readEncoding: () => Promise<TextEncoding> }) {
  return {
    subject: "The database's character set",
    async run(): Promise<HealthFinding[]> {
      const encoding = await readEncoding();
      if (encoding.kind === 'unicode') return [];
      const { charset, wanted } = encoding;
      return [
        {
          code: 'database_charset',
          values: { charset, wanted },
          text: `The site's database stores texts as ${charset}, which lacks the letters of many languages and emoji: what has them cannot be stored. Convert the database to ${wanted}; docs/operations.md of the plugin says how.`,
        },
      ];
    },
  };
}
