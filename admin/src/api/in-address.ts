/**
 * Query parameters that may hold anything a person types. Strapi's client joins them into an address without encoding them,
 * so that `%` makes it invalid and `&` ends the value.
 */
export function inAddress(params: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? encodeURIComponent(value) : value,
    ]),
  );
}
