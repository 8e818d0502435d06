import { createHash } from 'node:crypto';
import { createRedact, type Redact } from './redaction';

/** The secrets that one source knows at this moment. */
export interface SecretsInUse {
  /** In the form in which they are sent or compared. */
  secrets: readonly string[];
  /** SHA-256 in hex of secrets that are not stored themselves. */
  digests: readonly string[];
}

/**
 * Every secret that the site knows, in one place (behavior 13.6). Upstream, or a service between it and us, may echo
 * any of them, not only those that a request carried.
 */
export interface KnownSecrets {
  /** Adds a source of secrets; consulted whenever something is redacted. */
  include(source: () => Partial<SecretsInUse>): void;
  /** Adds a secret that was just created or decrypted. */
  remember(secret: string): void;
  /** Adds a secret of which only the digest is stored. */
  rememberDigest(digest: string): void;
  redact: Redact;
  /** Whether a text contains one of them verbatim, unless it is so short that it may be an ordinary word. */
  areIn(text: string): boolean;
}

// Rotated secrets stay: responses to requests sent with them may still arrive.
const mostRemembered = 200;
// A shorter one would redact holes into every text; settings accept such short secrets, upstream never issues them.
const shortest = 6;
// Upstream's are longer; a password of Redis may be a word that responses contain.
const shortestTelling = 16;
// Candidates for secrets that we know by their digest: the plugin generates them from these characters.
const words = /[\w-]{40,1024}/g;

export function createKnownSecrets(): KnownSecrets {
  const sources: (() => Partial<SecretsInUse>)[] = [];
  const secrets = new Set<string>();
  const digests = new Set<string>();
  let redactSecrets: Redact | null = null;

  function remember(secret: string): void {
    if (secret.trim().length < shortest || secrets.has(secret)) return;
    keep(secrets, secret);
    redactSecrets = null;
  }

  function gather(): void {
    for (const source of sources) {
      const inUse = source();
      for (const secret of inUse.secrets ?? []) remember(secret);
      for (const digest of inUse.digests ?? []) rememberDigest(digest);
    }
  }

  // A digest that serves as a signing key is a secret itself.
  function rememberDigest(digest: string): void {
    if (digests.has(digest)) return;
    keep(digests, digest);
    remember(digest);
    remember(Buffer.from(digest, 'hex').toString('base64'));
  }

  const isKnownByDigest = (word: string) => digests.has(createHash('sha256').update(word).digest('hex'));

  return {
    include: (source) => void sources.push(source),
    remember,
    rememberDigest,
    redact(text) {
      gather();
      redactSecrets ??= createRedact([...secrets]);
      const plain = redactSecrets(text);
      return digests.size === 0 ? plain : plain.replace(words, (word) => (isKnownByDigest(word) ? '[redacted]' : word));
    },
    areIn(text) {
      gather();
      return [...secrets].some((secret) => secret.length >= shortestTelling && text.includes(secret));
    },
  };
}

function keep(set: Set<string>, value: string): void {
  set.add(value);
  const [oldest] = set;
  if (set.size > mostRemembered && oldest !== undefined) set.delete(oldest);
}
