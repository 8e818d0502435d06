import { CommerceBridgeError } from '../lib/errors';

/** What is wrong with the address that webhooks would be sent to. */
export type DestinationFlaw =
  | { flaw: 'missing' }
  | { flaw: 'local'; address: string; host: string }
  | { flaw: 'insecure'; address: string }
  | { flaw: 'port'; address: string; port: string };

/** The site has no address that upstream could or would send webhooks to; the message says why and what to do. */
export class UnusableDestinationError extends CommerceBridgeError {
  readonly code = 'webhook_address_unusable';

  constructor(flaw: DestinationFlaw) {
    super(`${wordsOf(flaw)} ${remedy}`, { data: { ...flaw } });
  }
}

const remedy =
  "Enter the public URL under Settings → Commerce Bridge → Webhooks, or set COMMERCE_BRIDGE_PUBLIC_URL or the site's `server.url`.";

function wordsOf(flaw: DestinationFlaw): string {
  switch (flaw.flaw) {
    case 'missing':
      return 'This site has no public URL for webhooks.';
    case 'local':
      return `This site's public URL is ${flaw.address}, but ${flaw.host} only exists on this machine or local network, so BigCommerce can't reach it. During development, use a tunnel to give the site a public https URL.`;
    case 'insecure':
      return `This site's public URL is ${flaw.address}, but BigCommerce only sends webhooks to https URLs.`;
    case 'port':
      return `This site's public URL is ${flaw.address}, but BigCommerce only sends webhooks to port 443, not ${flaw.port}.`;
  }
}

/** Another registration is under way, on this instance or another. */
export class RegistrationBusyError extends CommerceBridgeError {
  readonly code = 'registration_busy';

  constructor() {
    super('Webhooks are already being registered. Wait a moment, then try again.');
  }
}
