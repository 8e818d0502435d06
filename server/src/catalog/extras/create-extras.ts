import type { Foundation } from '../../database/create-foundation';
import type { Database } from '../../database/database';
import type { CatalogChanges } from '../changes/catalog-changes';
import type { CatalogTables } from '../tables/strapi-tables';
import { createCachedProducts } from './cached-products';
import { createExtrasVerification } from './damaged-extras';
import { createKeptMetafields } from './knex-metafields';
import { createKeptModifiers } from './knex-modifiers';
import { createListedMetafields } from './listed-metafields';
import type { ProductMarks } from './pending-products';
import { createStoredMetafields } from './stored-metafields';
import { createStoredModifiers } from './stored-modifiers';

/** Wires up what is stored about products besides their records. */
export function createExtras({
  hasModifiers,
  metafieldNamespaces,
  ...parts
}: Pick<Foundation, 'database' | 'databaseClock'> & {
  /** The database that pages read from. */
  reader?: Database;
  tables: CatalogTables;
  changes: CatalogChanges;
  /** Whether the site reads modifiers. */
  hasModifiers: () => boolean;
  /** The namespaces of the metafields that the site reads. */
  metafieldNamespaces: () => readonly string[];
}) {
  const { database, reader = database } = parts;
  const keptModifiers = createKeptModifiers({ ...parts, clock: parts.databaseClock });
  const keptMetafields = createKeptMetafields({ ...parts, clock: parts.databaseClock });
  const stored = createStoredModifiers(reader);
  const extraMarks: ProductMarks = {
    mark: async (transaction, marked) => {
      if (hasModifiers()) await keptModifiers.mark(transaction, marked);
      if (metafieldNamespaces().length > 0) await keptMetafields.mark(transaction, marked);
    },
  };
  return {
    keptModifiers,
    keptMetafields,
    listedMetafields: createListedMetafields(parts),
    extrasVerification: createExtrasVerification(parts),
    /** For product pages: read what is stored in addition to the record. */
    extraReaders: {
      /** Returns none if the site does not read modifiers: stored ones are out of date. */
      productModifiers: { read: async (ids: readonly number[]) => (hasModifiers() ? stored.read(ids) : new Map()) },
      productMetafields: createStoredMetafields({ database: reader, namespaces: metafieldNamespaces }),
    },
    extraMarks,
    cachedProducts: createCachedProducts(parts),
  };
}
