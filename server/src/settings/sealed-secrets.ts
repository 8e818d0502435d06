import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts and decrypts secrets with a key derived from the host's (behavior 8.3). */
export interface Sealer {
  /** @param purpose the setting's name; a sealed value opens only for the purpose it was sealed for */
  seal(purpose: string, secret: string): string;
  /** Null when it cannot be decrypted: another key sealed it, or it was modified. */
  open(purpose: string, sealed: string): string | null;
}

/**
 * AES-256-GCM with a key derived by HKDF from the host's `admin.secrets.encryptionKey`.
 * @param hostKey any text; its strength is up to the host
 */
export function createSealer(hostKey: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', hostKey, '', 'commerce-bridge/secrets', 32));

  return {
    seal(purpose, secret) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${sealed.toString('base64url')}`;
    },

    open(purpose, sealed) {
      const [sealedVersion, encoded] = sealed.split('.');
      if (sealedVersion !== version || encoded === undefined) return null;
      const bytes = Buffer.from(encoded, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return null;

      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-tagBytes));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        // The cipher reports only that the tag does not match; that is the result "cannot be decrypted", not a failure.
        return null;
      }
    },
  };
}
