import { CommerceBridgeError } from '../lib/errors';

/** The site has no address that upstream could or would send webhooks to; the message says why and what to do. */
export class UnusableDestinationError extends CommerceBridgeError {
  readonly code = 'webhook_address_unusable';
}

/** Another registration is under way, on this instance or another. */
export class RegistrationBusyError extends CommerceBridgeError {
  readonly code = 'registration_busy';

  constructor() {
    super('Webhooks are being registered already; wait a moment and look again.');
  }
}
