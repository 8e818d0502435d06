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
  "Enter the public address under Settings → Commerce Bridge → Webhooks, or set COMMERCE_BRIDGE_PUBLIC_URL or the host's `server.url`.";

function wordsOf(flaw: DestinationFlaw): string {
  switch (flaw.flaw) {
    case 'missing':
      return 'The site has no public address that webhooks could be sent to.';
    case 'local':
      return `The site's public address is ${flaw.address}, and ${flaw.host} exists on this machine or network only: the store cannot reach it. While developing, a tunnel gives the site a public https address.`;
    case 'insecure':
      return `The site's public address is ${flaw.address}; the store sends webhooks to https addresses only.`;
    case 'port':
      return `The site's public address is ${flaw.address}; the store sends webhooks to port 443 only, not to ${flaw.port}.`;
  }
}

/** Another registration is under way, on this instance or another. */
export class RegistrationBusyError extends CommerceBridgeError {
  readonly code = 'registration_busy';

  constructor() {
    super('Webhooks are being registered already; wait a moment and look again.');
  }
}
