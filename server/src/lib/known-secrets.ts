import { createHash } from 'node:crypto';
import { createRedact, type Redact } from './redaction';

/** What a place knows at this moment. */
export interface SecretsInUse {
  /** As they are sent or compared. */
  secrets: readonly string[];
  /** SHA-256 in hex of secrets that are nowhere kept themselves. */
  digests: readonly string[];
}

/**
 * Every secret that the site knows, in one place (behavior 13.6). Upstream, or a service between it and us, may echo any of
 * them: not only what a request carried.
 */
export interface KnownSecrets {
  /** A place that knows some; asked whenever something is redacted. */
  include(source: () => Partial<SecretsInUse>): void;
  /** One that was made or opened just now. */
  remember(secret: string): void;
  /** One of which only the digest is kept. */
  rememberDigest(digest: string): void;
  redact: Redact;
  /** Whether a text has one of them in it, as it is. */
  areIn(text: string): boolean;
}

// Rotated ones stay: what was sent with them may still be answered.
const mostRemembered = 200;
// A shorter one would make holes into every text; settings take such words, upstream gives out none.
const shortest = 6;
// What may be a secret that we know by its digest: the plugin makes them of these characters.
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

  // A digest that is the key of a signature is a secret itself.
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
      for (const secret of secrets) if (text.includes(secret)) return true;
      return false;
    },
  };
}

function keep(set: Set<string>, value: string): void {
  set.add(value);
  const [oldest] = set;
  if (set.size > mostRemembered && oldest !== undefined) set.delete(oldest);
}
