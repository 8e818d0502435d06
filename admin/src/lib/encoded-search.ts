/**
 * A change of a page's URL for Strapi's `useQueryParams`, which writes all parameters into the URL unencoded: the search
 * is encoded, also one that stays as it is.
 * @param query the current parameters, decoded
 */
export function withEncodedSearch<Query extends { _q?: string }>(query: Query, change: Query): Query {
  return { ...change, _q: encodeURIComponent(change._q ?? query._q ?? '') };
}
