import type { ResponseHeaders } from './rate-limit-headers';
import type { UnavailableReason } from './upstream-errors';
import type { UpstreamMethod } from './upstream-http';

export interface TransportRequest {
  method: UpstreamMethod;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
  /**
   * A kept connection costs no handshake, and may be closing under our hands: only for what survives that. When absent,
   * a GET takes a kept one and everything else one of its own.
   */
  connection?: 'kept' | 'own' | undefined;
  /** Called when the whole request has left this process. */
  onSent?: (() => void) | undefined;
}

/** What became of one request on the wire. A cause may hold credentials: it is redacted before it goes anywhere. */
export type TransportOutcome =
  /** `body`: unpacked, as bytes: a page of products is long, and is made a text in the thread that reads it. */
  | { kind: 'answer'; status: number; headers: ResponseHeaders; body: Uint8Array }
  | { kind: 'oversized'; maximumBytes: number }
  /** `wasKept`: it went out on a connection that an earlier request had used, and which may have been closing. */
  | { kind: 'unavailable'; reason: UnavailableReason; detail: string; cause: unknown; wasKept?: boolean }
  | { kind: 'unsendable'; detail: string; cause: unknown };

/** Carries one request to upstream and its response back; rejects only with the signal's reason. */
export interface UpstreamTransport {
  send(request: TransportRequest): Promise<TransportOutcome>;
  /** Ends its connections. */
  close(): void;
}
