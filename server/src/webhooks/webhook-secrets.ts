import { randomBytes } from 'node:crypto';
import type { NewWebhookSecret } from '../../../contracts/admin/events';
import type { Clock } from '../lib/clock';
import type { SettingsService } from '../settings/settings-service';

// 86 characters in base64url: more than HMAC's block of 64 bytes, so the digest can be stored in place of the secret
// (behavior 4.5).
const secretBytes = 64;

/** Generates webhook secrets. */
export interface WebhookSecrets {
  /**
   * A new secret replaces the current one, which still verifies for 24 hours.
   * @throws InvalidSettingsError when it cannot be stored: the environment sets it, or the host has no encryption key
   */
  generate(): Promise<NewWebhookSecret>;
}

export function createWebhookSecrets({ settings, clock }: { settings: SettingsService; clock: Clock }): WebhookSecrets {
  return {
    async generate() {
      const secret = randomBytes(secretBytes).toString('base64url');
      await settings.update({ webhookSecret: secret });
      const [newest] = settings.snapshot().retiredWebhookSecrets;
      const isAccepted = newest !== undefined && newest.acceptedUntil > clock.now();
      return { secret, previousAcceptedUntil: isAccepted ? newest.acceptedUntil.toISOString() : null };
    },
  };
}
