import { hidden, idColumn, synced, uniqueIdColumn, wide } from '../synced-attributes';

/** A cached category of the connected store: a collection of the REST API (behavior 1.3). */
export const categorySchema = {
  kind: 'collectionType',
  collectionName: 'commerce_bridge_categories',
  info: {
    singularName: 'category',
    pluralName: 'categories',
    displayName: 'Commerce category',
    description: 'A BigCommerce category. Commerce Bridge keeps it up to date.',
  },
  options: { draftAndPublish: false },
  attributes: {
    title: synced('string', wide),
    upstreamId: synced('integer', uniqueIdColumn),
    slug: synced('string', wide),
    content: synced('text'),
    // Not for the public, and neither is the path: the parent may be hidden.
    parentId: synced('integer', { ...idColumn, ...hidden }),
    isVisible: synced('boolean'),
    sortOrder: synced('integer'),
    imageUrl: synced('text'),
    path: synced('text', hidden),
    syncedAt: synced('datetime'),
    withdrawnAt: synced('datetime'),
    products: synced('relation', {
      relation: 'manyToMany',
      target: 'plugin::commerce-bridge.product',
      mappedBy: 'categories',
    }),
    slugClaim: synced('string', { ...wide, ...hidden }),
    fingerprint: synced('string', hidden),
  },
  indexes: [
    { name: 'cb_categories_slug', columns: ['slug'] },
    { name: 'cb_categories_slug_claim', columns: ['slug_claim'] },
    { name: 'cb_categories_parent', columns: ['parent_id'] },
  ],
} as const;
