import { type AssignedProducts } from '../upstream/markets/assignments-client';
import { DoubtfulLookError, EmptyChannelError, MassUnassignmentError } from './market-errors';
import type { MembershipPart } from './market-parts';
import type { PassReport } from './part-pass';
import { type PartListing, type ListingResponse, passListing, type PassTrust } from './pass-listing';
import type { PassTools } from './pass-tools';

/**
 * Passes over the products that a channel sells.
 * @throws EmptyChannelError, MassUnassignmentError, and what `passListing` throws
 */
export function passMembership(
  tools: PassTools,
  part: MembershipPart,
  trust: PassTrust = 'doubt',
): Promise<PassReport> {
  return passListing(tools, part, { listing: membershipListing(tools, part), trust });
}

function membershipListing({ members, assignments, signal }: PassTools, { channelId }: MembershipPart): PartListing {
  const responseOf = ({ productIds, readVersion }: AssignedProducts): ListingResponse => ({
    readVersion,
    write: (transaction, partId) => members.add(transaction, { partId, productIds, readVersion }),
    failures: [],
  });

  return {
    ids: members,

    async page(page) {
      const response = await assignments.page({ channelId, page, signal });
      return { ...response, ...responseOf(response) };
    },

    async among({ ids, controls }) {
      const response = await assignments.among({ channelId, productIds: [...ids, ...controls], signal });
      const shown = new Set(response.productIds);
      return { ...responseOf({ ...response, productIds: ids.filter((id) => shown.has(id)) }), shown };
    },

    remove: (transaction, claim) => members.remove(transaction, claim),
    emptied: (cached) => new EmptyChannelError({ channelId, cached }),
    held: (counts) => new MassUnassignmentError({ channelId, ...counts }),
    withoutControls: () =>
      new DoubtfulLookError(
        `Upstream showed none of some products of channel ${channelId}, nor of those that it had just listed: such a response is not trusted.`,
        { method: 'GET', path: '/v3/catalog/products/channel-assignments', data: { channelId } },
      ),
  };
}
