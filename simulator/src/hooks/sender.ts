import { Agent as HttpAgent, request as httpRequest, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Clock } from '../clock';
import type { SignedDelivery } from './signature';

/** A status, or the reason for its absence. */
export type Outcome = number | 'timeout' | 'error';

/** Connections to a destination at the same time. */
const CONNECTIONS = 50;

/** Sends deliveries. A response that does not start in time counts as missing (upstream 4.5). */
export class Sender {
  private readonly agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: CONNECTIONS }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: CONNECTIONS }),
  };
  private readonly underWay = new Set<ClientRequest>();

  constructor(
    private readonly clock: Clock,
    private readonly acknowledgementLimit: number,
  ) {}

  async send(destination: string, delivery: SignedDelivery): Promise<Outcome> {
    const url = new URL(destination);
    const secure = url.protocol === 'https:';
    return new Promise((resolve) => {
      let cancelTimer = (): void => undefined;
      const end = (outcome: Outcome): void => {
        cancelTimer();
        this.underWay.delete(outgoing);
        resolve(outcome);
      };
      const outgoing = (secure ? httpsRequest : httpRequest)(
        url,
        {
          method: 'POST',
          headers: delivery.headers,
          agent: secure ? this.agents['https:'] : this.agents['http:'],
        },
        (response) => {
          response.resume();
          response.on('error', () => undefined);
          end(response.statusCode ?? 'error');
        },
      );
      this.underWay.add(outgoing);
      // The limit is measured from when the connection is established, not from when the delivery was queued for one.
      outgoing.once('socket', () => {
        cancelTimer = this.clock.schedule(this.acknowledgementLimit, () => {
          end('timeout');
          outgoing.destroy();
        });
      });
      outgoing.once('error', () => {
        // The receiver may have closed an idle connection just before it was reused; that is not a failed delivery.
        if (outgoing.reusedSocket && this.underWay.has(outgoing)) void this.send(destination, delivery).then(end);
        else end('error');
      });
      outgoing.end(delivery.body);
    });
  }

  close(): void {
    for (const request of this.underWay) request.destroy();
    this.agents['http:'].destroy();
    this.agents['https:'].destroy();
  }
}
