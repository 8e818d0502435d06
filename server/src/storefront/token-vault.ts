import { z } from 'zod';
import type { StateStore } from '../database/knex-state-store';
import { storedReason } from '../database/stored-reason';
import type { CodedReason } from '../lib/coded-reason';
import type { Sealer } from '../settings/sealed-secrets';

/** A private storefront token. A secret: never log it or send it in a response. */
export interface StorefrontToken {
  value: string;
  mintedAt: Date;
  expiresAt: Date;
}

/** Why upstream last rejected minting a token, until it mints one again. */
export interface MintRefusal {
  /** The account that was rejected. */
  account: string;
  /** The channel that the token was for; null if an earlier version stored the refusal. */
  channelId: number | null;
  isScopeMissing: boolean;
  /** Upstream's words. */
  message: string;
  /** The same by code; null if an earlier version stored the refusal. */
  reason: CodedReason | null;
}

/** Stores the token between requests, across restarts and for the other instances of the site. */
export interface TokenVault {
  /** Names the token, and the lease of the instance that mints it. */
  name: string;
  /**
   * False when nothing can be stored: the host has no key to seal it with, and it is never written in plain text
   * (behavior 8.3).
   */
  isShared: boolean;
  /** Null when there is none for this key, or none that can be decrypted. */
  read(key: string): Promise<StorefrontToken | null>;
  write(key: string, token: StorefrontToken): Promise<void>;
  readRefusal(): Promise<MintRefusal | null>;
  writeRefusal(refusal: MintRefusal | null): Promise<void>;
}

const row = z.object({ sealed: z.string() });
const payload = z.object({ key: z.string(), value: z.string(), mintedAt: z.number(), expiresAt: z.number() });
const refusalSchema = z.object({
  account: z.string(),
  channelId: z.int().nullable().default(null),
  isScopeMissing: z.boolean(),
  message: z.string(),
  reason: storedReason.nullable().default(null),
});

export interface TokenVaultParts {
  state: StateStore;
  /** Null when the host has no encryption key. */
  sealer: Sealer | null;
  /** The channel that the token is for; absent for the token of the default market's shoppers. */
  channelId?: number;
}

export function createTokenVault({ state, sealer, channelId }: TokenVaultParts): TokenVault {
  const suffix = channelId === undefined ? '' : `.${channelId}`;
  const tokenName = `storefront.token${suffix}`;
  const refusalName = `storefront.refusal${suffix}`;
  return {
    name: tokenName,
    isShared: sealer !== null,

    async read(key) {
      const stored = sealer && (await state.read(tokenName, row));
      const opened = stored ? (sealer?.open(tokenName, stored.sealed) ?? null) : null;
      if (opened === null) return null;
      const { success, data: token } = payload.safeParse(JSON.parse(opened));
      if (!success || token.key !== key) return null;
      return { value: token.value, mintedAt: new Date(token.mintedAt), expiresAt: new Date(token.expiresAt) };
    },

    async write(key, { value, mintedAt, expiresAt }) {
      if (!sealer) return;
      const text = JSON.stringify({ key, value, mintedAt: mintedAt.getTime(), expiresAt: expiresAt.getTime() });
      await state.write(tokenName, { sealed: sealer.seal(tokenName, text) });
    },

    readRefusal: () => state.read(refusalName, refusalSchema),
    writeRefusal: (refusal) => state.write(refusalName, refusal),
  };
}
