import { z } from 'zod';

/** Query of `GET /commerce-bridge/field-import`. */
export const fieldImportQuery = z.object({
  /** Only fields with this name. */
  field: z.string().min(1).optional(),
  /** Name of the *Commerce product* field that receives the products; may be omitted if there is only one. */
  to: z.string().min(1).optional(),
});
export type FieldImportQuery = z.infer<typeof fieldImportQuery>;

/** Why a field cannot be converted: there is no target field for its products, or the target is ambiguous. */
export const fieldImportProblem = z.enum(['no_target', 'several_targets', 'shared_target']);
export type FieldImportProblem = z.infer<typeof fieldImportProblem>;

/** A field of a content type or component that contains, or may contain, products in the other plugin's format. */
export const fieldToImport = z.object({
  /** Uid of the content type or component. */
  model: z.string(),
  field: z.string(),
  /** The *Commerce product* field that receives the products; the field itself if it was switched to ours. */
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
  /** Null only in a dry run, to find out which entries use a field that has no target. */
  target: z.string().nullable(),
  /** `next` of the previous page: the id of a row, which databases store in 32 bits. */
  after: z.int32().min(0).default(0),
  /** Writes nothing; only reports what would be done. */
  dryRun: z.boolean(),
  /** Also imports products that are not cached. */
  keepUnknown: z.boolean().default(false),
});
export type FieldImportBody = z.infer<typeof fieldImportBody>;

/**
 * The outcome for one value. `converted`: its product is now in our field; `cleared`: it contained no product, and ours
 * is empty; `already`: our field already contained the product; `kept`: our field contains other products, which were
 * kept. Not changed: `unknown`: the product is not cached; `unreadable`; `no_target`.
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

/** One version of an entry that contains a value, directly or in one of its components. */
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
  /** Null if the value contains no product, or cannot be read. */
  productId: z.int().nullable(),
  outcome: fieldImportOutcome,
  reason: unreadableReason.nullable(),
  /** Empty: the value is in a component that no entry uses. */
  entries: z.array(importedEntry),
});
export type ImportedValue = z.infer<typeof importedValue>;

/** Response of `POST /commerce-bridge/field-import`; `next` is null after the last page. */
export const fieldImportPage = z.object({ values: z.array(importedValue), next: z.int().nullable() });
export type FieldImportPage = z.infer<typeof fieldImportPage>;
