import { z } from 'zod';

/** Query of `GET /commerce-bridge/field-import`. */
export const fieldImportQuery = z.object({
  /** Only fields with this name. */
  field: z.string().min(1).optional(),
  /** Name of the *Commerce product* field that takes the products; where there is only one, it need not be given. */
  to: z.string().min(1).optional(),
});
export type FieldImportQuery = z.infer<typeof fieldImportQuery>;

/** Why a field cannot be converted: nothing is there to take its products, or it is not clear what. */
export const fieldImportProblem = z.enum(['no_target', 'several_targets', 'shared_target']);
export type FieldImportProblem = z.infer<typeof fieldImportProblem>;

/** A field of a content type or component that holds, or may hold, products in the form of the other plugin. */
export const fieldToImport = z.object({
  /** Uid of the content type or component. */
  model: z.string(),
  field: z.string(),
  /** The *Commerce product* field that takes its products; the field itself if it was switched to ours. */
  target: z.string().nullable(),
  problem: fieldImportProblem.nullable(),
});
export type FieldToImport = z.infer<typeof fieldToImport>;

/** Response of `GET /commerce-bridge/field-import`. */
export const fieldImportPlan = z.object({ fields: z.array(fieldToImport) });
export type FieldImportPlan = z.infer<typeof fieldImportPlan>;

/** Body of `POST /commerce-bridge/field-import`: one page of one field. */
export const fieldImportBody = z.strictObject({
  model: z.string(),
  field: z.string(),
  /** Null only in a dry run, to see who uses a field that nothing takes the products of. */
  target: z.string().nullable(),
  /** `next` of the page before: the id of a row, which databases store in 32 bits. */
  after: z.int32().min(0).default(0),
  /** Writes nothing, and says what would be done. */
  dryRun: z.boolean(),
  /** Also imports products that are not cached. */
  keepUnknown: z.boolean().default(false),
});
export type FieldImportBody = z.infer<typeof fieldImportBody>;

/**
 * What became of one value. `converted`: its product is in our field now; `cleared`: it held none, and ours is empty;
 * `already`: our field held the product before; `kept`: our field holds other products, which stay. Left as they are:
 * `unknown`: the product is not cached; `unreadable`; `no_target`.
 */
export const fieldImportOutcome = z.enum([
  'converted',
  'cleared',
  'already',
  'kept',
  'unknown',
  'unreadable',
  'no_target',
]);
export type FieldImportOutcome = z.infer<typeof fieldImportOutcome>;

export const unreadableReason = z.enum([
  'too_large',
  'not_json',
  'not_an_object',
  'no_product',
  'not_an_id',
  'two_products',
]);
export type UnreadableReason = z.infer<typeof unreadableReason>;

/** One version of an entry that holds a value, itself or in one of its components. */
export const importedEntry = z.object({
  uid: z.string(),
  documentId: z.string(),
  locale: z.string().nullable(),
  /** Null: the content type has no drafts. */
  status: z.enum(['draft', 'published']).nullable(),
});
export type ImportedEntry = z.infer<typeof importedEntry>;

export const importedValue = z.object({
  /** The row's id in its table. */
  id: z.int(),
  /** Null if it names none, or cannot be read. */
  productId: z.int().nullable(),
  outcome: fieldImportOutcome,
  reason: unreadableReason.nullable(),
  /** Empty: a component that no entry holds. */
  entries: z.array(importedEntry),
});
export type ImportedValue = z.infer<typeof importedValue>;

/** Response of `POST /commerce-bridge/field-import`; `next` is null after the last page. */
export const fieldImportPage = z.object({ values: z.array(importedValue), next: z.int().nullable() });
export type FieldImportPage = z.infer<typeof fieldImportPage>;
