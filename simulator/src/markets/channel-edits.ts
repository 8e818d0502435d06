import { apply, UnknownEntityError, type Changes } from '../catalog/changes';
import type { CategoryTree, Channel } from '../catalog/model';
import type { CatalogState } from '../catalog/state';
import { unixSeconds, type Clock } from '../clock';
import type { ChannelCurrencies, Site, SiteRoute } from './model';

/** A channel to create. A storefront gets a site, and a category tree if `tree` names one. */
export interface NewChannel extends Changes<Omit<Channel, 'id' | 'created' | 'modified'>> {
  name: string;
  id?: number | undefined;
  /** Name of its own category tree. */
  tree?: string | undefined;
  currencies?: ChannelCurrencies | undefined;
}

export interface ChannelEditParts {
  readonly state: CatalogState;
  readonly clock: Clock;
  readonly storeHash: string;
  /** The store's default currency. */
  readonly defaultCurrency: () => string;
}

/** Id of channel 1's site (upstream 2.6); the others follow. */
const FIRST_SITE_ID = 1000;

/** Channels with their sites, category trees and currencies (upstream 20.1). */
export class ChannelEdits {
  private readonly sites = new Map<number, Site>();
  private readonly currencies = new Map<number, ChannelCurrencies>();

  constructor(private readonly parts: ChannelEditParts) {
    for (const channel of this.all()) this.addSite(channel);
  }

  all(): Channel[] {
    return [...this.parts.state.channels.values()];
  }

  get(id: number): Channel | undefined {
    return this.parts.state.channels.get(id);
  }

  create(options: NewChannel): Channel {
    const { state, clock } = this.parts;
    const { tree, currencies, id: wanted, ...fields } = options;
    const id = wanted ?? Math.max(0, ...state.channels.keys()) + 1;
    const now = unixSeconds(clock);
    const channel: Channel = {
      id,
      name: options.name,
      type: 'storefront',
      platform: 'custom',
      status: 'active',
      created: now,
      modified: now,
    };
    apply(channel, fields);
    state.channels.set(id, channel);
    this.addSite(channel);
    if (currencies) this.currencies.set(id, structuredClone(currencies));
    this.announce({ entity: 'channel', action: 'created', channelId: id });
    if (tree !== undefined) this.createTree(tree, [id]);
    return channel;
  }

  update(id: number, changes: Changes<Omit<Channel, 'id' | 'created' | 'modified'>>): Channel {
    const channel = this.required(id);
    apply(channel, changes);
    channel.modified = unixSeconds(this.parts.clock);
    this.announce({ entity: 'channel', action: 'updated', channelId: id });
    return channel;
  }

  /** A tree belongs to at most one channel today, although upstream sends a list (upstream 20.1). */
  createTree(name: string, channels: number[]): CategoryTree {
    const { state } = this.parts;
    const tree = { id: Math.max(0, ...state.trees.keys()) + 1, name, channels: [...channels] };
    state.trees.set(tree.id, tree);
    this.announce({ entity: 'category tree', treeId: tree.id, channels: [...channels] });
    return tree;
  }

  siteOf(channelId: number): Site | undefined {
    return this.sites.get(channelId);
  }

  allSites(): Site[] {
    return [...this.sites.values()].sort((left, right) => left.id - right.id);
  }

  setSite(channelId: number, changes: { url?: string; routes?: SiteRoute[] }): Site {
    const site = this.sites.get(channelId) ?? this.addSite(this.required(channelId));
    if (!site) throw new UnknownEntityError('site of channel', channelId);
    apply(site, changes);
    site.modified = unixSeconds(this.parts.clock);
    const part = changes.routes === undefined ? 'site' : 'route';
    this.announce({ entity: 'site', channelId, siteId: site.id, part });
    return site;
  }

  /** Without a site, the channel's GraphQL host does not respond (upstream 20.1). */
  removeSite(channelId: number): void {
    const site = this.sites.get(channelId);
    if (!site) throw new UnknownEntityError('site of channel', channelId);
    this.sites.delete(channelId);
    this.announce({ entity: 'site', channelId, siteId: site.id, part: 'site' });
  }

  currenciesOf(channelId: number): ChannelCurrencies {
    const own = this.currencies.get(channelId);
    if (own) return own;
    const currency = this.parts.defaultCurrency();
    return { enabled_currencies: [currency], default_currency: currency };
  }

  setCurrencies(channelId: number, currencies: ChannelCurrencies): void {
    this.required(channelId);
    this.currencies.set(channelId, structuredClone(currencies));
    this.announce({ entity: 'channel setting', channelId, setting: 'currency/updated' });
  }

  private addSite(channel: Channel): Site | undefined {
    if (channel.type !== 'storefront') return undefined;
    const host = `store-${this.parts.storeHash}${channel.id === 1 ? '' : `-${channel.id}`}.mybigcommerce.com`;
    const now = unixSeconds(this.parts.clock);
    const id = FIRST_SITE_ID - 1 + channel.id;
    const site = { id, channelId: channel.id, url: `https://${host}`, routes: [], created: now, modified: now };
    this.sites.set(channel.id, site);
    return site;
  }

  private required(id: number): Channel {
    const channel = this.get(id);
    if (!channel) throw new UnknownEntityError('channel', id);
    return channel;
  }

  private announce(change: Parameters<CatalogState['announce']>[0]): void {
    this.parts.state.touch();
    this.parts.state.announce(change);
  }
}
