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
   * A reused connection costs no handshake, but may be closing at this moment: only for requests that can be repeated.
   * When absent, a GET uses a reused connection and everything else a new one.
   */
  connection?: 'reused' | 'new' | undefined;
  /** Called when the whole request has left this process. */
  onSent?: (() => void) | undefined;
}

/** The outcome of one request. A cause may hold credentials: it is redacted before it is used. */
export type TransportOutcome =
  /** `body`: decompressed, as bytes: a page of products is long, and is decoded in the thread that reads it. */
  | { kind: 'response'; status: number; headers: ResponseHeaders; body: Uint8Array }
  | { kind: 'oversized'; maximumBytes: number }
  /** `wasReused`: it was sent on a connection that an earlier request had used, and which may have been closing. */
  | { kind: 'unavailable'; reason: UnavailableReason; detail: string; cause: unknown; wasReused?: boolean }
  | { kind: 'unsendable'; detail: string; cause: unknown };

/** Sends one request to upstream and returns its outcome; rejects only with the signal's reason. */
export interface UpstreamTransport {
  send(request: TransportRequest): Promise<TransportOutcome>;
  /** Ends its connections. */
  close(): void;
}
