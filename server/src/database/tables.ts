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
  /** What shoppers choose or enter in addition to variants, by product, and which products are to be read again. */
  productModifiers: 'commerce_bridge_product_modifiers',
  /** What apps and merchants noted about products, and of which products it is to be read again. */
  metafields: 'commerce_bridge_metafields',
  metafieldProducts: 'commerce_bridge_metafield_products',
  listedProducts: 'commerce_bridge_listed_products',
  categoryListings: 'commerce_bridge_category_listings',
  absences: 'commerce_bridge_absences',
  removals: 'commerce_bridge_removals',
  /** Of SQLite a table, of PostgreSQL an index. */
  searchIndex: 'commerce_bridge_search_index',
  /** Of PostgreSQL and MySQL: which products have a sequence of characters in their text. */
  searchGrams: 'commerce_bridge_search_grams',
  /** What instances agree on: who is there, and who may send how many requests to the store. */
  sharedDocuments: 'commerce_bridge_shared_documents',
  instances: 'commerce_bridge_instances',
  /** What the store says about a channel, a currency, a group, and a locale, which markets share. */
  marketParts: 'commerce_bridge_market_parts',
  /** By product; in parts of categories and brands, by those. */
  marketVersions: 'commerce_bridge_market_versions',
  marketMembers: 'commerce_bridge_market_members',
  marketPrices: 'commerce_bridge_market_prices',
  marketCategories: 'commerce_bridge_market_categories',
  marketTexts: 'commerce_bridge_market_texts',
  /** What lists order by, and what searches look through; of products only. */
  marketSearchTexts: 'commerce_bridge_market_search_texts',
  /** Of PostgreSQL only. */
  marketSearchIndex: 'commerce_bridge_market_search_index',
  /** Earlier slugs in parts of texts. */
  marketRedirects: 'commerce_bridge_market_redirects',
  /** Products to read again in parts of markets. */
  marketStaleProducts: 'commerce_bridge_market_stale_products',
  /** What webhooks said changed in markets, until it is known which parts that concerns. */
  marketChanges: 'commerce_bridge_market_changes',
} as const;
