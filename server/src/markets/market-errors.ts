import { CommerceBridgeError } from '../lib/errors';
import { UpstreamResponseError } from '../upstream/http/upstream-errors';

/** More would be removed than is plausible: nothing more is removed until an administrator confirms it. */
export abstract class HeldPassError extends CommerceBridgeError {}

/** Upstream lists no products for a channel that sold some, which is not trusted (behavior 10.4). */
export class EmptyChannelError extends HeldPassError {
  readonly code = 'channel_empty';

  constructor({ channelId, cached }: { channelId: number; cached: number }) {
    super(`Upstream lists no product for channel ${channelId}, which sold ${cached}: nothing is removed.`, {
      data: { channelId, cached },
    });
  }
}

/** A second look showed neither what was missing nor what the channel certainly has (behavior 10.4). */
export class DoubtfulLookError extends UpstreamResponseError {}

/** The part that was read was deleted meanwhile, for example by clearing the catalog: nothing is written. */
export class MarketPartGoneError extends CommerceBridgeError {
  readonly code = 'market_part_gone';

  constructor(partIds: readonly number[]) {
    super('What was read about a market is no longer wanted: it was deleted meanwhile.', { data: { partIds } });
  }
}

/** No pass over a market was completed yet: its products and prices are unknown. */
export class MarketNotReadyError extends CommerceBridgeError {
  readonly code = 'market_not_ready';

  constructor({ key }: { key: string }) {
    super(
      `The market ${key} cannot be read yet: its products and prices are still to be read from the store. Try again later.`,
      // In seconds, as in the header `Retry-After`.
      { data: { key, retryAfter: 30 } },
    );
  }
}

/** More products would vanish from a channel than the removal limit allows (behavior 10.2). */
export class MassUnassignmentError extends HeldPassError {
  readonly code = 'channel_removal_held';

  constructor({ channelId, missing, cached }: { channelId: number; missing: number; cached: number }) {
    super(`Upstream no longer sells ${missing} of ${cached} products on channel ${channelId}: no more are removed.`, {
      data: { channelId, missing, cached },
    });
  }
}

/** Upstream lists no categories for a channel that had some, which is not trusted (behavior 10.4). */
export class EmptyTreeError extends HeldPassError {
  readonly code = 'channel_tree_empty';

  constructor({ channelId, cached }: { channelId: number; cached: number }) {
    super(`Upstream lists no category for channel ${channelId}, which had ${cached}: nothing is removed.`, {
      data: { channelId, cached },
    });
  }
}

/** More categories would vanish from a channel's tree than the removal limit allows (behavior 10.2). */
export class MassCategoryRemovalError extends HeldPassError {
  readonly code = 'channel_tree_removal_held';

  constructor({ channelId, missing, cached }: { channelId: number; missing: number; cached: number }) {
    super(`Upstream no longer has ${missing} of ${cached} categories of channel ${channelId}: no more are removed.`, {
      data: { channelId, missing, cached },
    });
  }
}
