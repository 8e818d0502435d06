/** A query that reads, as a guest. */
export interface StorefrontQuery {
  /** It names the locale itself, in `@shopperPreferences`. */
  document: string;
  variables: Readonly<Record<string, unknown>>;
  signal?: AbortSignal | undefined;
}

/** The GraphQL API of one channel's storefront (upstream 5.2). */
export interface ChannelStorefront {
  /**
   * @returns the response: an object with `data`, `errors`, or both
   * @throws the errors of `upstream-errors.ts`, for a query that is too complex UpstreamHttpError with status 400
   */
  query(query: StorefrontQuery): Promise<unknown>;
}
