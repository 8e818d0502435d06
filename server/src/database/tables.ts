/**
 * Our own tables. They are not in Strapi's schema: Strapi drops the registered tables of a disabled plugin, an import
 * empties them, and tools that export `core_store` would put secrets into git (behavior 8.5).
 */
export const tables = {
  settings: 'commerce_bridge_settings',
  state: 'commerce_bridge_state',
  leases: 'commerce_bridge_leases',
  sequences: 'commerce_bridge_sequences',
  /** A database sequence, where supported. */
  readVersionSequence: 'commerce_bridge_read_versions',
  /** The read version of each record's last write or removal. */
  readVersions: 'commerce_bridge_observations',
  redirects: 'commerce_bridge_redirects',
  slugs: 'commerce_bridge_slugs',
  runs: 'commerce_bridge_runs',
  runFailures: 'commerce_bridge_run_failures',
  runSeen: 'commerce_bridge_run_seen',
  failedProducts: 'commerce_bridge_failed_products',
  runChanges: 'commerce_bridge_run_changes',
  runLog: 'commerce_bridge_run_log',
  events: 'commerce_bridge_events',
  eventKeys: 'commerce_bridge_event_keys',
  deliveryTallies: 'commerce_bridge_delivery_tallies',
  lateDeliveries: 'commerce_bridge_late_deliveries',
  productChanges: 'commerce_bridge_product_changes',
  eventDelays: 'commerce_bridge_event_delays',
  missingLinks: 'commerce_bridge_missing_links',
  changes: 'commerce_bridge_changes',
  outbox: 'commerce_bridge_outbox',
  outboxTargets: 'commerce_bridge_outbox_targets',
  /** By product, what shoppers choose or enter in addition to variants; and which products are to be read again. */
  productModifiers: 'commerce_bridge_product_modifiers',
  /** What apps and merchants noted about products; the next table tracks which products are to be read again. */
  metafields: 'commerce_bridge_metafields',
  metafieldProducts: 'commerce_bridge_metafield_products',
  listedProducts: 'commerce_bridge_listed_products',
  categoryListings: 'commerce_bridge_category_listings',
  absences: 'commerce_bridge_absences',
  removals: 'commerce_bridge_removals',
  /** A table on SQLite, an index on PostgreSQL. */
  searchIndex: 'commerce_bridge_search_index',
  /** PostgreSQL and MySQL only: which products have a sequence of characters in their text. */
  searchGrams: 'commerce_bridge_search_grams',
  /** What instances agree on: which ones are running, and how many requests each may send to the store. */
  sharedDocuments: 'commerce_bridge_shared_documents',
  instances: 'commerce_bridge_instances',
  /** What the store reports about a channel, a currency, a group, and a locale; markets share it. */
  marketParts: 'commerce_bridge_market_parts',
  /** By product; in parts about categories or brands, by category or brand. */
  marketVersions: 'commerce_bridge_market_versions',
  marketMembers: 'commerce_bridge_market_members',
  marketPrices: 'commerce_bridge_market_prices',
  marketCategories: 'commerce_bridge_market_categories',
  marketTexts: 'commerce_bridge_market_texts',
  /** The text that lists sort by, and the text that is searched; for products only. */
  marketSearchTexts: 'commerce_bridge_market_search_texts',
  /** PostgreSQL only. */
  marketSearchIndex: 'commerce_bridge_market_search_index',
  /** Earlier slugs in parts of texts. */
  marketRedirects: 'commerce_bridge_market_redirects',
  /** Products to read again in parts of markets. */
  marketStaleProducts: 'commerce_bridge_market_stale_products',
  /** Changes in markets that webhooks reported, until it is known which parts they affect. */
  marketChanges: 'commerce_bridge_market_changes',
} as const;
