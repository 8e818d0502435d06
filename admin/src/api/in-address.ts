/**
 * Encodes query parameters that contain user input. Strapi's client puts them into the URL unencoded, so a `%` would
 * make it invalid and an `&` would end the value.
 */
export function inAddress(params: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? encodeURIComponent(value) : value,
    ]),
  );
}
