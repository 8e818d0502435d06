import { apply, type Changes } from '../catalog/changes';
import { unixSeconds, type Clock } from '../clock';
import type { Listing } from './model';

/** Listings of products on channels other than storefronts; no webhook scope covers them (upstream 20.1). */
export class ListingEdits {
  private readonly listings = new Map<number, Listing>();
  private nextId = 1;

  constructor(private readonly clock: Clock) {}

  /** Ascending by id. */
  of(channelId: number): Listing[] {
    return [...this.listings.values()].filter((listing) => listing.channel_id === channelId);
  }

  create(
    wanted: { channel_id: number; product_id: number } & Changes<Omit<Listing, 'listing_id' | 'created' | 'modified'>>,
  ): Listing {
    const now = unixSeconds(this.clock);
    const listing: Listing = {
      listing_id: this.nextId++,
      channel_id: wanted.channel_id,
      product_id: wanted.product_id,
      external_id: '',
      state: 'active',
      name: '',
      description: '',
      variants: [],
      created: now,
      modified: now,
    };
    apply(listing, wanted);
    this.listings.set(listing.listing_id, listing);
    return listing;
  }
}
