import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Milliseconds } from '../lib/durations';
import { digestOfHeaderToken, tokenHeader } from './header-token';

/**
 * The three ways in which a delivery can prove where it comes from (behavior 4.1, 4.2, 4.3, 4.4):
 *
 * | Scheme | Header | Key |
 * | --- | --- | --- |
 * | `signature-header` | `X-Platform-Webhook-Signature`, a setting | the webhook secret |
 * | `standard-webhooks` | `webhook-id`, `webhook-timestamp`, `webhook-signature` | the API account's client secret |
 * | `header-token` | `X-Commerce-Bridge-Token` | a token that registration put into the hook |
 */
export type Scheme = 'signature-header' | 'standard-webhooks' | 'header-token';

/** What deliveries are checked against. Holds secrets: never log it. */
export interface DeliverySecrets {
  /** The webhook secret in force and those it replaced, newest first. */
  webhookSecrets: readonly WebhookSecret[];
  /** Null when nobody entered it. */
  clientSecret: string | null;
  /** SHA-256 of each accepted token, in hex. */
  headerTokenDigests: readonly string[];
  /** `proven`: a delivery has verified with this client secret, so a wrong signature is a forgery, not our mistake. */
  standardWebhooks: 'unproven' | 'proven';
}

export interface WebhookSecret {
  /** SHA-256 of the secret in hex: what HMAC puts in place of a key longer than its block (behavior 4.5). */
  digest: string;
  /** Null for the one in force. */
  acceptedUntil: Date | null;
}

/** Headers by lower-case name, as Node gives them: repeated ones are joined. */
export type DeliveryHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface VerifyRequest {
  secrets: DeliverySecrets;
  headers: DeliveryHeaders;
  /** The body as it came, before any parsing. */
  body: Buffer;
  now: Date;
  /** Name of the first scheme's header. */
  signatureHeader: string;
  /** How far `webhook-timestamp` may be from now, either way. */
  tolerance: Milliseconds;
}

/** How the second scheme went by itself; `unchecked`: there is no client secret to check it with. */
export type StandardOutcome = 'absent' | 'unchecked' | 'verified' | 'stale' | 'mismatch';

export type Verification =
  | { kind: 'verified'; scheme: Scheme; standard: StandardOutcome }
  | { kind: 'rejected'; reason: 'missing' | 'stale' | 'mismatch'; standard: StandardOutcome };

/**
 * Says whether a delivery is proven. One valid proof suffices, except that a present but wrong signature of the first
 * scheme is always refused, and that once the second scheme has been proven to work, a wrong signature there
 * is refused even beside a valid token. A right one whose time is too far away is no forgery: with a valid token it is
 * accepted, since repeating it costs one fetch and changes nothing (behavior 11.3). All comparisons take the same time whatever they compare.
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
// Rotation puts two signatures into one header; more than a few is somebody trying.
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

/** Standard Webhooks as the platform sends it: the key is the client secret's characters, as they are (upstream 4.4). */
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
    // Node reads headers as Latin-1; these are the bytes that came.
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

/** A header can hold several signatures: parted by spaces (Standard Webhooks), by commas where it was sent twice. */
function partsOf(header: string, separator: RegExp): string[] {
  return header.split(separator, mostSignatures);
}

/** The 32 bytes that hex of either case or base64 stand for; null when they do not. */
function decodeDigest(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (/^[A-Za-z0-9+/]{43}=?$/.test(text)) return Buffer.from(text, 'base64');
  return null;
}

// Every pair is compared, so that time does not tell which one came close.
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
