import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Milliseconds } from '../lib/durations';
import { digestOfHeaderToken, tokenHeader } from './header-token';

/**
 * The three ways in which a delivery can prove its origin (behavior 4.1, 4.2, 4.3, 4.4):
 *
 * | Scheme | Header | Key |
 * | --- | --- | --- |
 * | `signature-header` | `X-Platform-Webhook-Signature`, a setting | the webhook secret |
 * | `standard-webhooks` | `webhook-id`, `webhook-timestamp`, `webhook-signature` | the API account's client secret |
 * | `header-token` | `X-Commerce-Bridge-Token` | a token that registration puts into the hook |
 */
export type Scheme = 'signature-header' | 'standard-webhooks' | 'header-token';

/** What deliveries are checked against. Holds secrets: never log it. */
export interface DeliverySecrets {
  /** The current webhook secret and those it replaced, newest first. */
  webhookSecrets: readonly WebhookSecret[];
  /** Null when it has not been entered. */
  clientSecret: string | null;
  /** SHA-256 of each accepted token, in hex. */
  headerTokenDigests: readonly string[];
  /** `proven`: a delivery has verified with this client secret, so a wrong signature is a forgery, not our mistake. */
  standardWebhooks: 'unproven' | 'proven';
}

export interface WebhookSecret {
  /** SHA-256 of the secret in hex: what HMAC uses in place of a key longer than its block (behavior 4.5). */
  digest: string;
  /** Null for the current one. */
  acceptedUntil: Date | null;
}

/** Headers by lower-case name, as Node provides them: repeated ones are joined. */
export type DeliveryHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface VerifyRequest {
  secrets: DeliverySecrets;
  headers: DeliveryHeaders;
  /** The raw body, before any parsing. */
  body: Buffer;
  now: Date;
  /** Name of the first scheme's header. */
  signatureHeader: string;
  /** How far `webhook-timestamp` may be from now, in either direction. */
  tolerance: Milliseconds;
}

/** The outcome of the second scheme alone; `unchecked`: there is no client secret to check it with. */
export type StandardOutcome = 'absent' | 'unchecked' | 'verified' | 'stale' | 'mismatch';

export type Verification =
  | { kind: 'verified'; scheme: Scheme; standard: StandardOutcome }
  | { kind: 'rejected'; reason: 'missing' | 'stale' | 'mismatch'; standard: StandardOutcome };

/**
 * Decides whether a delivery is proven. One valid proof suffices, except that a present but wrong signature of the
 * first scheme is always rejected, and that once the second scheme has been proven to work, a wrong signature there is
 * rejected even with a valid token. A right signature whose time is too far off is no forgery: with a valid token it is
 * accepted, since processing it again costs one fetch and changes nothing (behavior 11.3). All comparisons take
 * constant time.
 */
export function verifyDelivery(request: VerifyRequest): Verification {
  const standard = checkStandardWebhooks(request);
  const signature = checkSignatureHeader(request);
  if (signature === 'mismatch') return { kind: 'rejected', reason: 'mismatch', standard };
  if (signature === 'verified') return { kind: 'verified', scheme: 'signature-header', standard };
  if (standard === 'verified') return { kind: 'verified', scheme: 'standard-webhooks', standard };

  const token = checkHeaderToken(request);
  const isForged = standard === 'mismatch' && request.secrets.standardWebhooks === 'proven';
  if (token === 'verified' && !isForged) return { kind: 'verified', scheme: 'header-token', standard };
  if (standard === 'stale' || standard === 'mismatch') return { kind: 'rejected', reason: standard, standard };
  return { kind: 'rejected', reason: token === 'mismatch' ? 'mismatch' : 'missing', standard };
}

const digestBytes = 32;
// Rotation puts two signatures into one header; more than a few is an attack.
const mostSignatures = 16;

function checkSignatureHeader({
  secrets,
  headers,
  body,
  now,
  signatureHeader,
}: VerifyRequest): 'absent' | 'verified' | 'mismatch' {
  const given = headerOf(headers, signatureHeader);
  if (given === null) return 'absent';
  const candidates = partsOf(given, /[\s,]+/).flatMap((text) => decodeDigest(text.replace(/^sha256=/i, '')) ?? []);
  const accepted = secrets.webhookSecrets.filter(({ acceptedUntil }) => acceptedUntil === null || acceptedUntil > now);
  const expected = accepted.map(({ digest }) => createHmac('sha256', Buffer.from(digest, 'hex')).update(body).digest());
  return matchesAny(candidates, expected) ? 'verified' : 'mismatch';
}

/** Standard Webhooks as the platform sends it: the key is the client secret's characters, unchanged (upstream 4.4). */
function checkStandardWebhooks({ secrets, headers, body, now, tolerance }: VerifyRequest): StandardOutcome {
  const given = headerOf(headers, 'webhook-signature');
  if (given === null) return 'absent';
  if (secrets.clientSecret === null) return 'unchecked';

  const id = headerOf(headers, 'webhook-id') ?? '';
  const timestamp = headerOf(headers, 'webhook-timestamp') ?? '';
  const candidates = partsOf(given, /,?\s+/).flatMap((text) =>
    text.startsWith('v1,') ? (decodeDigest(text.slice('v1,'.length)) ?? []) : [],
  );
  const expected = createHmac('sha256', secrets.clientSecret)
    // Node decodes headers as Latin-1; these are the original bytes.
    .update(Buffer.from(`${id}.${timestamp}.`, 'latin1'))
    .update(body)
    .digest();
  if (!matchesAny(candidates, [expected]) || !/^\d{1,12}$/.test(timestamp) || id === '') return 'mismatch';
  return Math.abs(now.getTime() - Number(timestamp) * 1000) > tolerance ? 'stale' : 'verified';
}

function checkHeaderToken({ secrets, headers }: VerifyRequest): 'absent' | 'verified' | 'mismatch' {
  const given = headerOf(headers, tokenHeader);
  if (given === null) return 'absent';
  const expected = secrets.headerTokenDigests.map((digest) => Buffer.from(digest, 'hex'));
  return matchesAny([Buffer.from(digestOfHeaderToken(given), 'hex')], expected) ? 'verified' : 'mismatch';
}

function headerOf(headers: DeliveryHeaders, name: string): string | null {
  const value = headers[name.toLowerCase()];
  if (value === undefined) return null;
  return (typeof value === 'string' ? value : value.join(', ')).trim();
}

/**
 * A header can hold several signatures: separated by spaces (Standard Webhooks), or by commas when it was sent twice.
 */
function partsOf(header: string, separator: RegExp): string[] {
  return header.split(separator, mostSignatures);
}

/** The 32 bytes encoded as hex (either case) or base64; null for anything else. */
function decodeDigest(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (/^[A-Za-z0-9+/]{43}=?$/.test(text)) return Buffer.from(text, 'base64');
  return null;
}

// Every pair is compared, so that timing does not reveal which one was close.
function matchesAny(candidates: readonly Buffer[], expected: readonly Buffer[]): boolean {
  let found = false;
  for (const candidate of candidates) {
    for (const digest of expected) {
      const isEqual =
        candidate.length === digestBytes && digest.length === digestBytes && timingSafeEqual(candidate, digest);
      found = isEqual || found;
    }
  }
  return found;
}
