import { createStorefrontTokens, type StorefrontTokens, type StorefrontTokensOptions } from './storefront-tokens';
import { createTokenVault, type TokenVaultParts } from './token-vault';

/** The storefront tokens of the channels of further markets, separate for each channel. */
export interface ChannelTokens {
  of(channelId: number): StorefrontTokens;
  /** Aborts work in progress. */
  stop(): Promise<void>;
}

/** Each channel has its own token: in a single place for all, they would keep replacing each other. */
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
