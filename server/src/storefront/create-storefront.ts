import type { StateStore } from '../database/knex-state-store';
import type { SharedLimits } from '../instances/create-instances';
import type { Clock } from '../lib/clock';
import { CommerceBridgeError, describeError } from '../lib/errors';
import type { KnownSecrets } from '../lib/known-secrets';
import type { LeaseStore } from '../lib/lease';
import type { Logger } from '../lib/logger';
import type { Sealer } from '../settings/sealed-secrets';
import type { SettingsService } from '../settings/settings-service';
import type { ChannelStorefront } from '../upstream/markets/channel-storefront';
import { mintPrivateToken } from '../upstream/storefront-tokens-client';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { type Carts, createCarts } from './carts';
import { createDocumentCount, type DocumentCount } from './document-count';
import { createGraphqlProxy, type GraphqlProxy } from './graphql-proxy';
import { checkSafelistSetting } from './safelist-setting';
import { createSafelists, type Safelist } from './graphql-safelist';
import { createChannelStorefronts } from './channel-storefronts';
import { createChannelTokens } from './channel-tokens';
import { createMemoryRequestLimits } from './memory-request-limits';
import { createSharedRequestLimits } from './shared-request-limits';
import { createStorePauses } from './store-slowdown';
import { createStorefrontTargets, type StorefrontTargets } from './storefront-targets';
import { createStorefrontTokens, type StorefrontTokens, type StorefrontTokensOptions } from './storefront-tokens';
import { createTokenVault, type TokenVault } from './token-vault';

export interface StorefrontParts {
  settings: SettingsService;
  upstream: UpstreamAccess;
  state: StateStore;
  /** Null when the host has no encryption key. */
  sealer: Sealer | null;
  leases: LeaseStore;
  knownSecrets: KnownSecrets;
  clock: Clock;
  logger: Logger;
  newId: () => string;
  /** From 0 to below 1; spreads retries. */
  random: () => number;
  /** The site's folder, against which a relative safelist path is resolved. */
  root: string;
  /** The default channel that the last sync of a store found; null without one. Always null when absent. */
  storedChannel?: (storeHash: string) => Promise<number | null>;
  /** Shares the store's requests with the site's other instances; this process has all of them when absent. */
  instances?: { limits: SharedLimits | null };
}

/** The parts of this room that health checks examine. */
export interface StorefrontState {
  proxy: Pick<GraphqlProxy, 'problem'>;
  targets: StorefrontTargets;
  tokens: StorefrontTokens;
  vault: Pick<TokenVault, 'readRefusal'>;
  safelists: { of(folder: string): Promise<Safelist> };
}

/** How a frontend and the site's own code reach the store. */
export interface Storefront {
  proxy: GraphqlProxy;
  documents: DocumentCount;
  carts: Carts;
  /**
   * The GraphQL API of a channel, as its guests see it, for what the site itself reads there. Each channel has its own
   * host and its own token, minted at the first query.
   */
  channel(channelId: number): ChannelStorefront;
  /** What shows whether the proxy can be used. */
  state: StorefrontState;
  /**
   * Reads the safelist, where there is one, before the site listens.
   * @throws SafelistConfigurationError when a folder that the operator fixed cannot be used; for a folder from the
   * settings page, the error is only logged
   */
  prepare(): Promise<void>;
  /** @throws InvalidSettingsError when an update of the settings names a safelist that cannot be used */
  checkUpdate(update: unknown): Promise<void>;
  stop(): Promise<void>;
}

/** The site was started with a safelist that cannot be used. */
export class SafelistConfigurationError extends CommerceBridgeError {
  readonly code = 'safelist_misconfigured';
}

/** Joins the parts of this room. */
export function createStorefront(parts: StorefrontParts): Storefront {
  const { settings, upstream, clock, logger } = parts;
  const vault = createTokenVault(parts);
  const shared = parts.instances?.limits ?? null;
  const limits = shared
    ? createSharedRequestLimits({ limits: shared, clock, logger })
    : createMemoryRequestLimits({ clock });
  const pauses = createStorePauses({ limits, clock });
  const targets = createStorefrontTargets(parts);
  const safelists = createSafelists(parts);
  const minting = { ...parts, mint: mintingFor(parts) };
  const tokens = createStorefrontTokens({ ...minting, vault });
  const channelTokens = createChannelTokens(minting);

  const proxy = createGraphqlProxy({
    settings: () => settings.snapshot(),
    targets,
    tokens,
    tokensOf: channelTokens.of,
    limits,
    pauses,
    safelists,
    transport: upstream.storefront(),
    knownSecrets: parts.knownSecrets,
    clock,
  });

  return {
    proxy,
    documents: createDocumentCount({
      limits: createMemoryRequestLimits({ clock }),
      clientLimit: () => settings.snapshot().plain.graphqlClientLimit,
    }),
    carts: createCarts({ settings, targets, upstream, clock }),
    channel: createChannelStorefronts({
      targetOf: async (channelId) => targets.resolve(settings.snapshot(), channelId),
      tokensOf: channelTokens.of,
      limits,
      pauses,
      forwardsAddresses: () => settings.snapshot().secrets.trustedProxySecret.kind === 'set',
      clientLimit: () => settings.snapshot().plain.graphqlClientLimit,
      transport: upstream.storefront(),
      knownSecrets: parts.knownSecrets,
      clock,
      random: parts.random,
    }),
    state: { proxy, targets, tokens, vault, safelists },
    async stop() {
      limits.stop();
      await Promise.all([tokens.stop(), channelTokens.stop()]);
    },

    prepare: () => readSafelist(safelists, parts),
    checkUpdate: (update) => checkSafelistSetting(update, { settings, safelists }),
  };
}

/** Mints tokens, which the site from then on redacts from everything that it logs and sends. */
function mintingFor({ upstream, knownSecrets }: StorefrontParts): StorefrontTokensOptions['mint'] {
  return async ({ connection, channelId }, { onSend, ...request }) => {
    const token = await mintPrivateToken(upstream.http(connection, { onSend }), { channelId, ...request });
    knownSecrets.remember(token);
    return token;
  };
}

async function readSafelist(
  safelists: StorefrontState['safelists'],
  { settings, logger }: StorefrontParts,
): Promise<void> {
  const { graphqlSafelist: folder, locked } = await settings.view();
  if (folder === null) return;
  try {
    const { size } = await safelists.of(folder);
    logger.info('GraphQL safelist read', { folder, operations: size });
  } catch (cause) {
    const lock = locked.graphqlSafelist;
    if (lock)
      throw new SafelistConfigurationError(
        `${lock.name} is ${JSON.stringify(folder)}; allowed is a folder of .graphql documents: ${describeError(cause)}`,
        { cause },
      );
    logger.error('GraphQL safelist cannot be used; no GraphQL request passes', {
      folder,
      error: describeError(cause),
    });
  }
}
