import type { Core } from '@strapi/strapi';
import type { ChangeCollector } from '../../../server/src/catalog/changes/catalog-changes';
import type { CatalogItems, CatalogStore } from '../../../server/src/catalog/writing/catalog-store';
import type {
  CatalogBrand,
  CatalogCategory,
  CatalogImage,
  CatalogProduct,
  CatalogVariant,
  EntityKind,
} from '../../../server/src/catalog/model/catalog-types';
import { createSideTables } from '../../../server/src/catalog/writing/side-tables';
import { createStrapiCatalogStore } from '../../../server/src/catalog/writing/strapi-catalog-store';
import { readCatalogTables } from '../../../server/src/catalog/tables/strapi-tables';
import { containerOf } from '../../../server/src/container';
import { createReadVersions } from '../../../server/src/catalog/writing/knex-read-versions';

/** A published product, in stock, valid by default. */
export function aProduct(given: Partial<CatalogProduct> & { id: number }): CatalogProduct {
  const title = given.title ?? `Product ${given.id}`;
  const price = given.price ?? 10;
  const createdAt =
    given.createdAt ?? new Date(Date.UTC(2024, 0, 1) + given.id * 60_000).toISOString().replace('.000', '');
  const { id, ...others } = given;
  return {
    // In mapping order, which fingerprints depend on.
    id,
    title,
    slugClaim: title.toLowerCase().replaceAll(' ', '-'),
    content: `<p>About ${title}</p>`,
    publicationStatus: 'publish',
    sku: '',
    price,
    salePrice: null,
    calculatedPrice: given.salePrice ?? price,
    inventoryTracking: 'none',
    availability: 'available',
    inventoryLevel: 0,
    inStock: true,
    weight: 1,
    tags: [],
    images: [],
    variants: [aVariant({ id: given.id * 100, name: title, price })],
    customFields: [],
    categoryIds: [],
    brandId: null,
    relatedIds: [],
    seo: { pageTitle: '', metaDescription: '', metaKeywords: [] },
    createdAt,
    modifiedAt: createdAt,
    ...others,
  };
}

export function aVariant({ id, ...given }: Partial<CatalogVariant> & { id: number }): CatalogVariant {
  return {
    id,
    name: `Variant ${id}`,
    sku: `SKU-${id}`,
    price: 10,
    inventoryLevel: null,
    inStock: true,
    options: [],
    ...given,
  };
}

export function anImage(id: number, alt: string): CatalogImage {
  const urlOf = (size: string) => `https://images.example/${id}/${size}.jpg`;
  return {
    id,
    alt,
    urls: { zoom: urlOf('zoom'), standard: urlOf('standard'), thumbnail: urlOf('thumbnail'), tiny: urlOf('tiny') },
  };
}

/** A visible top-level category. */
export function aCategory({ id, ...given }: Partial<CatalogCategory> & { id: number }): CatalogCategory {
  const title = given.title ?? `Category ${id}`;
  const slugClaim = given.slugClaim ?? title.toLowerCase().replaceAll(' ', '-');
  return {
    id,
    title,
    slugClaim,
    content: '',
    parentId: null,
    isVisible: true,
    sortOrder: 0,
    imageUrl: '',
    path: `/${slugClaim}/`,
    ...given,
  };
}

export function aBrand({ id, ...given }: Partial<CatalogBrand> & { id: number }): CatalogBrand {
  const title = given.title ?? `Brand ${id}`;
  return { id, title, slugClaim: title.toLowerCase().replaceAll(' ', '-'), content: '', imageUrl: '', ...given };
}

const origin = { kind: 'event' } as const;

/** Writes the catalog of a booted site like a full sync, or as specified by `changes`. */
export function catalogWriter(strapi: Core.Strapi, changes: ChangeCollector = containerOf(strapi).catalogChanges.bulk) {
  const database = strapi.db.connection;
  const readVersions = createReadVersions(database);
  const { productIndex: productIndex } = containerOf(strapi);
  const storeThat = (keepsWithdrawn: () => boolean): CatalogStore =>
    createStrapiCatalogStore({
      database,
      catalogTables: readCatalogTables(strapi),
      sideTables: createSideTables({ database, catalogTables: readCatalogTables(strapi) }),
      readVersions,
      productIndex,
      changes,
      keepsWithdrawn,
    });
  const store = storeThat(() => true);

  const removeBy = (removing: CatalogStore) => async (entity: EntityKind, ids: readonly number[]) => {
    const readVersion = await readVersions.draw();
    await removing.transaction((transaction) =>
      removing.remove(transaction, { entity, ids, readVersion, origin, now: new Date() }),
    );
  };

  return {
    readVersions: readVersions,
    store,
    async write<Kind extends EntityKind>(entity: Kind, items: readonly CatalogItems[Kind][]): Promise<void> {
      const readVersion = await readVersions.draw();
      await store.transaction((transaction) =>
        store.upsert(transaction, entity, { responses: [{ items, readVersion }], origin, now: new Date() }),
      );
    },
    remove: removeBy(store),
    /** Like a site that immediately deletes records that upstream no longer has. */
    removeForGood: removeBy(storeThat(() => false)),
  };
}
