import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import type { EntityKind } from '../model/catalog-types';
import { readSiteDefaults, type SiteDefault } from './site-defaults';

const joinTableSchema = z.object({
  name: z.string(),
  joinColumn: z.object({ name: z.string() }),
  inverseJoinColumn: z.object({ name: z.string() }),
  orderColumnName: z.string().optional(),
  inverseOrderColumnName: z.string().optional(),
});

/** A table in which Strapi stores a relation; the join column holds the owning record's row id. */
export type JoinTable = z.infer<typeof joinTableSchema>;

/** Where Strapi stores the cached catalog, with the site's table prefix and name shortening applied. */
export interface CatalogTables {
  tables: Record<EntityKind, string>;
  /** From a product's row to its categories' rows. */
  productCategories: JoinTable;
  /** From a product's row to its brand's row. */
  productBrand: JoinTable;
  /** What the columns of attributes that the site added contain in new records. */
  siteDefaults: Record<EntityKind, readonly SiteDefault[]>;
}

/** Reads the names from Strapi's metadata; callable once the database is initialized, so from `bootstrap` on. */
export function readCatalogTables(strapi: Core.Strapi): CatalogTables {
  const metaOf = (entity: EntityKind) => strapi.db.metadata.get(`plugin::commerce-bridge.${entity}`);
  const joinTableOf = (attribute: string) => {
    const definition: unknown = metaOf('product').attributes[attribute];
    return z.object({ joinTable: joinTableSchema }).parse(definition).joinTable;
  };

  const siteDefaultsOf = (entity: EntityKind) => readSiteDefaults(metaOf(entity).attributes);

  return {
    tables: {
      product: metaOf('product').tableName,
      category: metaOf('category').tableName,
      brand: metaOf('brand').tableName,
    },
    productCategories: joinTableOf('categories'),
    productBrand: joinTableOf('brand'),
    siteDefaults: {
      product: siteDefaultsOf('product'),
      category: siteDefaultsOf('category'),
      brand: siteDefaultsOf('brand'),
    },
  };
}
