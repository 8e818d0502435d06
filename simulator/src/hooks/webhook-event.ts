/** What happened, as in a delivery. */
export interface WebhookEvent {
  readonly scope: string;
  /** A list for batches of price-list records (upstream 20.9). */
  readonly data: Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];
  /** What the delivery names as its scope, where that is another one. */
  readonly printed?: string;
}
