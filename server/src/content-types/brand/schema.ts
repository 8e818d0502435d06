import { hidden, synced, uniqueIdColumn, wide } from '../synced-attributes';

/** A cached brand of the connected store. */
export const brandSchema = {
  kind: 'collectionType',
  collectionName: 'commerce_bridge_brands',
  info: {
    singularName: 'brand',
    pluralName: 'brands',
    displayName: 'Commerce brand',
    description: 'A BigCommerce brand. Commerce Bridge keeps it up to date.',
  },
  options: { draftAndPublish: false },
  attributes: {
    title: synced('string', wide),
    upstreamId: synced('integer', uniqueIdColumn),
    slug: synced('string', wide),
    content: synced('text'),
    imageUrl: synced('text'),
    syncedAt: synced('datetime'),
    withdrawnAt: synced('datetime'),
    products: synced('relation', {
      relation: 'oneToMany',
      target: 'plugin::commerce-bridge.product',
      mappedBy: 'brand',
    }),
    slugClaim: synced('string', { ...wide, ...hidden }),
    fingerprint: synced('string', hidden),
  },
  indexes: [
    { name: 'cb_brands_slug', columns: ['slug'] },
    { name: 'cb_brands_slug_claim', columns: ['slug_claim'] },
  ],
} as const;
