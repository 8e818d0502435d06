import type { Clock } from '../lib/clock';
import { milliseconds, seconds, type Milliseconds } from '../lib/durations';
import type { Settings, SettingsService } from '../settings/settings-service';
import type { DeliverySecrets } from './signatures';
import type { HeaderTokenStore } from './header-token-store';
import type { StandardProof } from './standard-proof';

/** What deliveries are checked against now. Holds secrets: never log it. */
export interface DeliveryRules {
  secrets: DeliverySecrets;
  signatureHeader: string;
  tolerance: Milliseconds;
}

/** The rules from memory: a delivery must not wait for three reads of the database. */
export interface DeliveryRulesSource {
  /** At most five seconds old, so that what was withdrawn on another instance ends soon. */
  current(): Promise<DeliveryRules>;
  /** Newer rules than these, for a delivery that they refuse: its secret may be newer. Null when there are none. */
  newerThan(rules: DeliveryRules): Promise<DeliveryRules | null>;
  /** A delivery has verified by Standard Webhooks with these rules. */
  noteProven(rules: DeliveryRules): Promise<void>;
}

const longestKept = seconds(5);
// Whoever sends forgeries must not make us read the database for each.
const shortestKept = milliseconds(100);

export function createDeliveryRules(options: {
  settings: Pick<SettingsService, 'read' | 'snapshot'>;
  tokens: Pick<HeaderTokenStore, 'accepted'>;
  proof: StandardProof;
  clock: Clock;
}): DeliveryRulesSource {
  const { settings, tokens, proof, clock } = options;
  let kept: { rules: DeliveryRules; settings: Settings; readAt: number } | null = null;
  let reading: Promise<DeliveryRules> | null = null;

  const ageOfKept = () => (kept === null ? Infinity : clock.monotonic() - kept.readAt);

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
    };
    // Not those of now: they may have changed since they were read.
    kept = { rules, settings: read, readAt: clock.monotonic() };
    return rules;
  }

  /** All who wait for the same reading share it. */
  function reread(): Promise<DeliveryRules> {
    reading ??= readRules().finally(() => {
      reading = null;
    });
    return reading;
  }

  return {
    async current() {
      // Settings that were changed on this instance hold at once.
      const isFresh = kept !== null && ageOfKept() < longestKept && kept.settings === settings.snapshot();
      return isFresh && kept !== null ? kept.rules : reread();
    },

    async newerThan(rules) {
      if (kept !== null && kept.rules !== rules) return kept.rules;
      return ageOfKept() < shortestKept ? null : reread();
    },

    async noteProven({ secrets: { clientSecret, standardWebhooks } }) {
      if (clientSecret === null || standardWebhooks === 'proven') return;
      await proof.prove(clientSecret, clock.now());
      await reread();
    },
  };
}
