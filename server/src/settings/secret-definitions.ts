import type { SecretName, SettingIssue } from '../../../contracts/admin/settings';

export interface SecretDefinition {
  variable: `COMMERCE_BRIDGE_${string}`;
  isAllowed: (text: string) => boolean;
  expects: SettingIssue;
  allowed: string;
}

const printable = /^[\x21-\x7e]+$/;

/** Every secret setting. The value of an invalid secret appears in no message. */
export const secretDefinitions: Record<SecretName, SecretDefinition> = {
  accessToken: {
    variable: 'COMMERCE_BRIDGE_ACCESS_TOKEN',
    isAllowed: (text) => printable.test(text) && text.length <= 512,
    expects: { code: 'visible_characters', values: { most: 512 } },
    allowed: "the API account's access token: visible characters without spaces",
  },
  clientSecret: {
    variable: 'COMMERCE_BRIDGE_CLIENT_SECRET',
    isAllowed: (text) => printable.test(text) && text.length <= 512,
    expects: { code: 'visible_characters', values: { most: 512 } },
    allowed: "the API account's client secret: visible characters without spaces",
  },
  webhookSecret: {
    variable: 'COMMERCE_BRIDGE_WEBHOOK_SECRET',
    // HMAC replaces a key longer than its block of 64 bytes with the key's digest; only for such keys can the digest
    // alone be stored and used (behavior 4.5).
    isAllowed: (text) => Buffer.byteLength(text) > 64 && Buffer.byteLength(text) <= 1024,
    expects: { code: 'webhook_secret', values: { bytes: 64, most: 1024 } },
    allowed:
      'more than 64 bytes (and 1024 at most), since only its SHA-256 digest is stored and HMAC can use that in place of a key longer than 64 bytes; the settings page can generate one',
  },
  trustedProxySecret: {
    variable: 'COMMERCE_BRIDGE_TRUSTED_PROXY_SECRET',
    isAllowed: (text) => printable.test(text) && text.length <= 512,
    expects: { code: 'visible_characters', values: { most: 512 } },
    allowed: "the store's trusted proxy secret: visible characters without spaces",
  },
};
