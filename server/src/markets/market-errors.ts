import { CommerceBridgeError } from '../lib/errors';

/** A channel that sold products sells none, says upstream: not believed (behavior 10.4). */
export class EmptyChannelError extends CommerceBridgeError {
  readonly code = 'channel_empty';

  constructor({ channelId, cached }: { channelId: number; cached: number }) {
    super(`Upstream lists no product for channel ${channelId}, which sold ${cached}: nothing is removed.`, {
      data: { channelId, cached },
    });
  }
}

/** More products would vanish from a channel than the removal limit allows (behavior 10.2). */
export class MassUnassignmentError extends CommerceBridgeError {
  readonly code = 'channel_removal_held';

  constructor({ channelId, missing, cached }: { channelId: number; missing: number; cached: number }) {
    super(`Upstream no longer sells ${missing} of ${cached} products on channel ${channelId}: nothing is removed.`, {
      data: { channelId, missing, cached },
    });
  }
}
