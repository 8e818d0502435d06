import type { Catalog } from '../catalog/create-catalog';
import type { Foundation } from '../database/create-foundation';
import type { ThreadDatabase } from '../database/strapi-thread-database';
import type { SiteMarkets } from '../markets/site-markets';
import type { SettingsService } from '../settings/settings-service';
import type { ChannelStorefront } from '../upstream/channel-storefront';
import type { UpstreamAccess } from '../upstream/upstream-access';
import type { WriterThreadStart } from './writer-thread';

/** What syncing is made of. */
export interface SyncParts extends Foundation {
  catalog: Catalog;
  settings: SettingsService;
  upstream: UpstreamAccess;
  siteMarkets: SiteMarkets;
  /** Where the texts of a channel are read. */
  storefrontOf: (channelId: number) => ChannelStorefront;
  /** How the thread is started in which a run writes; null: it has none. */
  writerThread: () => WriterThreadStart | null;
  /** How it opens the database; null where it cannot. */
  threadDatabase: () => Promise<ThreadDatabase | null>;
  /** Who outside is told of changes, by name. */
  outboxTargets: () => readonly string[];
}
