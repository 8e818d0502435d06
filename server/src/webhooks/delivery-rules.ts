import { createHash } from 'node:crypto';
import type { Clock } from '../lib/clock';
import { milliseconds, seconds, type Milliseconds } from '../lib/durations';
import type { Settings, SettingsService } from '../settings/settings-service';
import type { DeliverySecrets } from './signatures';
import type { HeaderTokenStore } from './header-token-store';
import type { StandardProof } from './standard-proof';

/** What deliveries are currently checked against. Holds secrets: never log it. */
export interface DeliveryRules {
  secrets: DeliverySecrets;
  signatureHeader: string;
  tolerance: Milliseconds;
  /** See {@link fingerprintOfRules}. */
  fingerprint: string;
}

/** Caches the rules in memory: a delivery must not wait for three database reads. */
export interface DeliveryRulesSource {
  /** At most five seconds old, so that a secret revoked on another instance soon stops working. */
  current(): Promise<DeliveryRules>;
  /** Newer rules than these, for a delivery that they reject: its secret may be newer. Null when there are none. */
  newerThan(rules: DeliveryRules): Promise<DeliveryRules | null>;
  /** Records that a delivery has verified by Standard Webhooks with these rules. */
  noteProven(rules: Pick<DeliveryRules, 'secrets'>): Promise<void>;
}

const cacheLifetime = seconds(5);
// A sender of forgeries must not be able to make us read the database for each one.
const shortestReadInterval = milliseconds(100);

export function createDeliveryRules(options: {
  settings: Pick<SettingsService, 'read' | 'snapshot'>;
  tokens: Pick<HeaderTokenStore, 'accepted'>;
  proof: StandardProof;
  clock: Clock;
}): DeliveryRulesSource {
  const { settings, tokens, proof, clock } = options;
  let cached: { rules: DeliveryRules; settings: Settings; readAt: number } | null = null;
  let reading: Promise<DeliveryRules> | null = null;
  let nextReading: Promise<DeliveryRules> | null = null;

  const cacheAge = () => (cached === null ? Infinity : clock.monotonic() - cached.readAt);

  async function readRules(): Promise<DeliveryRules> {
    const read = await settings.read();
    const { secrets, plain } = read;
    const clientSecret = secrets.clientSecret.kind === 'set' ? secrets.clientSecret.value : null;
    const inForce =
      secrets.webhookSecret.kind === 'set' ? [{ digest: secrets.webhookSecret.value, acceptedUntil: null }] : [];
    const isProven = clientSecret !== null && (await proof.isProven(clientSecret));
    const rules: DeliveryRules = {
      secrets: {
        webhookSecrets: [...inForce, ...read.retiredWebhookSecrets],
        clientSecret,
        headerTokenDigests: await tokens.accepted(),
        standardWebhooks: isProven ? 'proven' : 'unproven',
      },
      signatureHeader: plain.webhookSignatureHeader,
      tolerance: seconds(plain.webhookTimestampTolerance),
      fingerprint: fingerprintOfRules(read),
    };
    // The settings that were read, not the current ones, which may have changed meanwhile.
    cached = { rules, settings: read, readAt: clock.monotonic() };
    return rules;
  }

  /** Concurrent callers share one read. */
  function reread(): Promise<DeliveryRules> {
    reading ??= readRules().finally(() => {
      reading = null;
    });
    return reading;
  }

  /** A read that began earlier may lack what changed meanwhile. */
  function readAfterNow(): Promise<DeliveryRules> {
    if (reading === null) return reread();
    nextReading ??= reading
      .catch(() => undefined)
      .then(() => {
        nextReading = null;
        return reread();
      });
    return nextReading;
  }

  // Settings that were changed on this instance take effect immediately.
  const isChanged = () => cached === null || cached.settings !== settings.snapshot();

  return {
    async current() {
      if (cached !== null && cacheAge() < cacheLifetime && !isChanged()) return cached.rules;
      const rules = await reread();
      return isChanged() ? readAfterNow() : rules;
    },

    async newerThan(rules) {
      if (cached !== null && cached.rules !== rules) return cached.rules;
      return cacheAge() < shortestReadInterval ? null : readAfterNow();
    },

    async noteProven({ secrets: { clientSecret, standardWebhooks } }) {
      if (clientSecret === null || standardWebhooks === 'proven') return;
      await proof.prove(clientSecret, clock.now());
      await readAfterNow();
    },
  };
}

/**
 * Identifies the client secret and the tolerance that a delivery was checked with, and nothing else: a doubtful
 * delivery proves nothing about other secrets and tolerances.
 */
export function fingerprintOfRules({ plain, secrets }: Pick<Settings, 'plain' | 'secrets'>): string {
  const clientSecret = secrets.clientSecret.kind === 'set' ? secrets.clientSecret.value : null;
  return createHash('sha256')
    .update(`commerce-bridge delivery rules ${JSON.stringify([clientSecret, plain.webhookTimestampTolerance])}`)
    .digest('base64url')
    .slice(0, 22);
}
