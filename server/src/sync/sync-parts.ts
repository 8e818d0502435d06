import type { Catalog } from '../catalog/create-catalog';
import type { Foundation } from '../database/create-foundation';
import type { OwnConnection } from '../database/strapi-own-connection';
import type { SiteMarkets } from '../markets/site-markets';
import type { SettingsService } from '../settings/settings-service';
import type { ChannelStorefront } from '../upstream/markets/channel-storefront';
import type { MarketEvents } from '../webhooks/knex-market-events';
import type { UpstreamAccess } from '../upstream/upstream-access';
import type { WriterThreadStart } from './writer-thread/running-thread';

/** What syncing is made of. */
export interface SyncParts extends Foundation {
  catalog: Catalog;
  settings: SettingsService;
  upstream: UpstreamAccess;
  siteMarkets: SiteMarkets;
  marketEvents: Pick<MarketEvents, 'lock' | 'complete' | 'fail'>;
  /** The storefront from which the texts of a channel are read. */
  storefrontOf: (channelId: number) => ChannelStorefront;
  /** How the writer thread of a run is started; null: it has none. */
  writerThread: () => WriterThreadStart | null;
  /** How the thread opens the database; null where it cannot. */
  ownConnection: () => Promise<OwnConnection | null>;
  /** The external systems that are notified of changes, by name. */
  outboxTargets: () => readonly string[];
}
