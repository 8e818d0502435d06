import type { AnswerHeaders } from './rate-limit-headers';
import type { UnavailableReason } from './upstream-errors';
import type { UpstreamMethod } from './upstream-http';

export interface TransportRequest {
  method: UpstreamMethod;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** What became of one request on the wire. A cause may hold credentials: it is redacted before it goes anywhere. */
export type TransportOutcome =
  | { kind: 'answer'; status: number; headers: AnswerHeaders; body: string }
  | { kind: 'oversized'; maximumBytes: number }
  | { kind: 'unavailable'; reason: UnavailableReason; detail: string; cause: unknown }
  | { kind: 'unsendable'; detail: string; cause: unknown };

/** Carries one request to upstream and its answer back; rejects only with the signal's reason. */
export interface UpstreamTransport {
  send(request: TransportRequest): Promise<TransportOutcome>;
  /** Ends its connections. */
  close(): void;
}
