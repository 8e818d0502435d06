import { z } from 'zod';
import { type Database, toNumber } from '../../database/database';
import { parseStored } from '../../database/parse-stored';
import { tables } from '../../database/tables';
import type { CatalogModifier, ProductModifiers } from '../model/product-modifiers';

const adjustment = z.object({ kind: z.enum(['relative', 'percentage']), value: z.number() }).nullable();

const stored: z.ZodType<CatalogModifier[]> = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    type: z.string(),
    isRequired: z.boolean(),
    defaultValue: z.string().nullable(),
    checkboxLabel: z.string().nullable(),
    limits: z.object({
      minLength: z.number().exactOptional(),
      maxLength: z.number().exactOptional(),
      maxLines: z.number().exactOptional(),
      min: z.number().exactOptional(),
      max: z.number().exactOptional(),
      integersOnly: z.literal(true).exactOptional(),
      earliest: z.string().exactOptional(),
      latest: z.string().exactOptional(),
      fileTypes: z.array(z.string()).exactOptional(),
      maxFileSize: z.number().exactOptional(),
    }),
    values: z.array(
      z.object({
        id: z.number(),
        label: z.string(),
        isDefault: z.boolean(),
        price: adjustment,
        weight: adjustment,
        isPurchaseDisabled: z.boolean(),
        message: z.string(),
        colors: z.array(z.string()),
        image: z.string().nullable(),
        productId: z.number().nullable(),
        isChecked: z.boolean().nullable(),
      }),
    ),
  }),
);

/** Reads the modifiers of products from our own table. */
export function createStoredModifiers(database: Database): ProductModifiers {
  return {
    async read(productIds) {
      const rows = await database(tables.productModifiers)
        .whereIn('product_id', [...productIds])
        .whereNotNull('content')
        .select('product_id', 'content');
      return new Map(
        rows.flatMap((row) => {
          const modifiers = parseModifiers(row);
          return modifiers ? [[toNumber(row.product_id), modifiers]] : [];
        }),
      );
    },
  };
}

/** @param row with `content` @returns null if the row is damaged */
export function parseModifiers(row: Record<string, unknown>): CatalogModifier[] | null {
  return parseStored(stored, row.content);
}
