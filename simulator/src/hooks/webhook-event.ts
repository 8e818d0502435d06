/** What happened, as in a delivery. */
export interface WebhookEvent {
  readonly scope: string;
  /** A list for batches of price-list records (upstream 20.9). */
  readonly data: Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];
  /** The scope that the delivery contains, if it is a different one. */
  readonly printed?: string;
}
