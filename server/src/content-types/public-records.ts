/** A condition on an entry, in the form of Strapi's queries. */
export type Filters = Readonly<Record<string, unknown>>;

interface PublicRecords {
  /** Finds the records of this type that the REST API shows. */
  filters: Filters;
  /** Whether a record of this type, of which only some fields may have been read, may be shown. */
  isShown: (record: Readonly<Record<string, unknown>>) => boolean;
  /** A relation to any number of records, which Strapi would load all at once, along with their own relations. */
  unlimited?: string;
}

/**
 * Which cached records the public may see, by content type: those that the REST API shows (behavior 2.10, 2.13, 10.3).
 */
export const publicRecords: ReadonlyMap<string, PublicRecords> = new Map([
  [
    'plugin::commerce-bridge.product',
    {
      filters: { publicationStatus: { $eq: 'publish' } },
      isShown: ({ publicationStatus = 'publish' }) => publicationStatus === 'publish',
    },
  ],
  [
    'plugin::commerce-bridge.category',
    {
      filters: { isVisible: { $eq: true }, withdrawnAt: { $null: true } },
      isShown: ({ isVisible = true, withdrawnAt = null }) => isVisible === true && withdrawnAt === null,
      unlimited: 'products',
    },
  ],
  [
    'plugin::commerce-bridge.brand',
    {
      filters: { withdrawnAt: { $null: true } },
      isShown: ({ withdrawnAt = null }) => withdrawnAt === null,
      unlimited: 'products',
    },
  ],
]);
