import { createStorefrontTokens, type StorefrontTokens, type StorefrontTokensOptions } from './storefront-tokens';
import { createTokenVault, type TokenVaultParts } from './token-vault';

/** The tokens of the channels of further markets, each of one channel alone. */
export interface ChannelTokens {
  of(channelId: number): StorefrontTokens;
  /** Aborts work in progress. */
  stop(): Promise<void>;
}

/** Each channel has its own token: a single place for all would have them minted in turn. */
export function createChannelTokens(
  parts: Omit<StorefrontTokensOptions, 'vault'> & Pick<TokenVaultParts, 'state' | 'sealer'>,
): ChannelTokens {
  const byChannel = new Map<number, StorefrontTokens>();
  return {
    of(channelId) {
      const known = byChannel.get(channelId);
      if (known) return known;
      const tokens = createStorefrontTokens({ ...parts, vault: createTokenVault({ ...parts, channelId }) });
      byChannel.set(channelId, tokens);
      return tokens;
    },

    async stop() {
      await Promise.all([...byChannel.values()].map((tokens) => tokens.stop()));
    },
  };
}
