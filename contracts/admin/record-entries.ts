import { z } from 'zod';

/** An entry of the site's own content that uses a cached record. */
export const usingEntry = z.object({
  /** Its content type, for example `api::story.story`. */
  uid: z.string(),
  kind: z.enum(['collectionType', 'singleType']),
  /** The content type's name. */
  type: z.string(),
  documentId: z.string(),
  /** Of the version that uses the record; null where the content type is not localized. */
  locale: z.string().nullable(),
  /** The title in the Content Manager. Without one: the name of a single type, otherwise the document id. */
  title: z.string(),
});
export type UsingEntry = z.infer<typeof usingEntry>;

/**
 * Response of `GET /commerce-bridge/records/:entity/:id/entries`: which entries use a record, through a relation or the
 * custom field *Commerce product*, directly or in their components.
 */
export const recordEntries = z.object({
  /** Counts each document once, regardless of its versions and languages, even if the administrator cannot read it. */
  total: z.int(),
  /** False: a content type or component with product fields has so many rows that only the newest were read. */
  isComplete: z.boolean(),
  /** At most 20, ordered by content type and title; only those the administrator can read in the Content Manager. */
  entries: z.array(usingEntry),
});
export type RecordEntries = z.infer<typeof recordEntries>;
