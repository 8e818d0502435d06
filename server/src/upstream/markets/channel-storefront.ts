/** A read-only query, sent as a guest. */
export interface StorefrontQuery {
  /** Names the locale itself, in `@shopperPreferences`. */
  document: string;
  variables: Readonly<Record<string, unknown>>;
  signal?: AbortSignal | undefined;
}

/** The GraphQL API of one channel's storefront (upstream 5.2). */
export interface ChannelStorefront {
  /**
   * @returns the response: an object with `data`, `errors`, or both
   * @throws the errors of `upstream-errors.ts`, and UpstreamHttpError with status 400 for a query that is too complex
   */
  query(query: StorefrontQuery): Promise<unknown>;
}
