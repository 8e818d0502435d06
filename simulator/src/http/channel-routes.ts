import type { FastifyInstance } from 'fastify';
import { formatTimestamp } from '../clock';
import type { Channel } from '../catalog/model';
import type { Listing, Site } from '../markets/model';
import type { ApiContext } from './context';
import { notFound } from './errors';
import { dateFilter, flagFilter, numberFilters, textListFilter, type Filters } from './filters';
import { readListQuery } from './list-query';
import { pageReply } from './paging';
import { listReply } from './taxonomy-routes';

const CHANNEL_FILTERS: Filters<Channel> = {
  available: flagFilter((channel) => channel.status !== 'inactive'),
  'status:in': textListFilter((channel) => channel.status),
  'type:in': textListFilter((channel) => channel.type),
  'platform:in': textListFilter((channel) => channel.platform),
  'date_modified:min': dateFilter(
    (channel) => channel.modified,
    (value, wanted) => value >= wanted,
  ),
  'date_modified:max': dateFilter(
    (channel) => channel.modified,
    (value, wanted) => value <= wanted,
  ),
  'date_created:min': dateFilter(
    (channel) => channel.created,
    (value, wanted) => value >= wanted,
  ),
  'date_created:max': dateFilter(
    (channel) => channel.created,
    (value, wanted) => value <= wanted,
  ),
};

const SITE_FILTERS: Filters<Site> = {
  ...numberFilters<Site>('channel_id', (site) => site.channelId, [':in']),
  'url_type:in': textListFilter(() => 'primary'),
};

const LISTING_FILTERS: Filters<Listing> = {
  ...numberFilters<Listing>('product_id', (listing) => listing.product_id, [':in']),
  after: (raw) => (listing) => listing.listing_id > Number(raw),
  'date_modified:min': dateFilter(
    (listing) => listing.modified,
    (value, wanted) => value >= wanted,
  ),
};

const ROUTE_FILTERS: Filters<{ type: string }> = { type: textListFilter((route) => route.type) };

const channelScope = { config: { scope: 'store_channel_settings_read_only' } } as const;
const siteScope = { config: { scope: 'store_sites_read_only' } } as const;

interface ById {
  Params: { id: string };
}

/** `/v3/channels` with currencies, sites, and listings (upstream 20.1). */
export function channelRoutes(app: FastifyInstance, context: ApiContext): void {
  const { channels } = context.store.markets;

  app.get('/channels', channelScope, (request) => {
    const query = readListQuery(request.query, { filters: CHANNEL_FILTERS, includes: ['currencies'] }, context);
    return listReply(channels.all(), query, (channel) => ({
      ...presentChannel(channel),
      ...(query.includes.has('currencies') ? { currencies: presentCurrencies(context, channel.id) } : {}),
    }));
  });

  app.get<ById>('/channels/:id', channelScope, (request) => ({
    data: presentChannel(requireChannel(context, request)),
    meta: {},
  }));

  app.get('/channels/currency-assignments', channelScope, () => ({
    data: channels.all().map((channel) => presentCurrencies(context, channel.id)),
    meta: {},
  }));

  app.get<ById>('/channels/:id/currency-assignments', channelScope, (request) => ({
    data: presentCurrencies(context, requireChannel(context, request).id),
    meta: {},
  }));

  listingRoute(app, context);
  siteRoutes(app, context);
}

/** Listings are paged by the id of the last one; an unknown channel has none (upstream 20.1). */
function listingRoute(app: FastifyInstance, context: ApiContext): void {
  app.get<ById>('/channels/:id/listings', { config: { scope: 'store_channel_listings_read_only' } }, (request) => {
    const query = readListQuery(request.query, { filters: LISTING_FILTERS }, context);
    const listings = context.store.markets.listings.of(Number(request.params.id));
    const matching = listings.filter((listing) => query.tests.every((test) => test(listing)));
    const data = matching.slice(0, query.limit).map(presentListing);
    return pageReply(data, listings.length, { ...query, page: 1 });
  });
}

function siteRoutes(app: FastifyInstance, context: ApiContext): void {
  const { channels } = context.store.markets;

  app.get('/sites', siteScope, (request) => {
    const query = readListQuery(request.query, { filters: SITE_FILTERS }, context);
    return listReply(channels.allSites(), query, presentSite);
  });

  app.get<ById>('/sites/:id', siteScope, (request) => ({ data: presentSite(requireSite(context, request)), meta: {} }));

  app.get<ById>('/channels/:id/site', siteScope, (request) => {
    const site = channels.siteOf(Number(request.params.id));
    if (!site) throw notFound('The channel has no site.', request.url);
    return { data: presentSite(site), meta: {} };
  });

  app.get<ById>('/sites/:id/routes', siteScope, (request) => {
    const query = readListQuery(request.query, { filters: ROUTE_FILTERS }, context);
    return listReply([...requireSite(context, request).routes], query, (route) => route);
  });
}

function requireChannel(context: ApiContext, request: { params: { id: string }; url: string }): Channel {
  const channel = context.store.markets.channels.get(Number(request.params.id));
  if (!channel) throw notFound('The channel was not found.', request.url);
  return channel;
}

function requireSite(context: ApiContext, request: { params: { id: string }; url: string }): Site {
  const site = context.store.markets.channels.allSites().find((each) => String(each.id) === request.params.id);
  if (!site) throw notFound('The site was not found.', request.url);
  return site;
}

function presentChannel(channel: Channel): Record<string, unknown> {
  return {
    id: channel.id,
    name: channel.name,
    external_id: '',
    type: channel.type,
    platform: channel.platform,
    status: channel.status,
    is_enabled: channel.status === 'active',
    is_visible: true,
    is_listable_from_ui: true,
    icon_url: '',
    date_created: formatTimestamp(channel.created),
    date_modified: formatTimestamp(channel.modified),
  };
}

function presentCurrencies(context: ApiContext, channelId: number): Record<string, unknown> {
  return { channel_id: channelId, ...context.store.markets.channels.currenciesOf(channelId) };
}

function presentSite(site: Site): Record<string, unknown> {
  const dates = { created_at: formatTimestamp(site.created), updated_at: formatTimestamp(site.modified) };
  return {
    id: site.id,
    url: site.url,
    channel_id: site.channelId,
    ...dates,
    ssl_status: 'dedicated',
    urls: [{ url: site.url, type: 'primary', ...dates }],
    is_checkout_url_customized: false,
  };
}

function presentListing(listing: Listing): Record<string, unknown> {
  const { created, modified, variants, ...rest } = listing;
  const dates = { date_created: formatTimestamp(created), date_modified: formatTimestamp(modified) };
  const { channel_id, product_id } = listing;
  return { ...rest, ...dates, variants: variants.map((variant) => ({ channel_id, product_id, ...variant, ...dates })) };
}
