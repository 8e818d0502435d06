import { adminApi } from '@strapi/strapi/admin';

const tagTypes = [
  'CommerceBridgeSettings',
  'CommerceBridgeRuns',
  'CommerceBridgeWebhooks',
  'CommerceBridgeHealth',
  'CommerceBridgeEvents',
  'CommerceBridgeProducts',
  'CommerceBridgePurging',
  'CommerceBridgeMarkets',
] as const;
type Tag = (typeof tagTypes)[number];

/** Strapi's own request layer (session, caching, polling), with our cache tags. */
export const bridgeApi = adminApi.enhanceEndpoints({ addTagTypes: tagTypes });

interface Lifecycle {
  dispatch: (action: ReturnType<typeof bridgeApi.util.invalidateTags>) => unknown;
  queryFulfilled: Promise<unknown>;
}

/** How many times each tag has been invalidated so far. */
const timesStale = new Map<Tag, number>(tagTypes.map((tag) => [tag, 0]));
const timesStaleOf = (tags: readonly Tag[]) => tags.reduce((times, tag) => times + (timesStale.get(tag) ?? 0), 0);

/**
 * The tags of a query. `providesTags` alone does not suffice: Strapi's version of RTK Query does not refetch a query
 * that is in flight when its tags are invalidated, so its response may be outdated. After an administrator had
 * corrected a rejected public address, for example, the page kept the hooks of the old address, because the request for
 * hooks takes a while.
 */
export function cachedAs(tags: Tag[]) {
  return {
    providesTags: tags,
    onQueryStarted: async (_argument: unknown, { dispatch, queryFulfilled }: Lifecycle): Promise<void> => {
      const timesBefore = timesStaleOf(tags);
      await queryFulfilled.catch(() => undefined);
      if (timesStaleOf(tags) !== timesBefore) dispatch(bridgeApi.util.invalidateTags(tags));
    },
  };
}

/** The tags that a mutation invalidates, whether it succeeds or not. `cachedAs` cannot observe `invalidatesTags`. */
export function makesStale(tags: Tag[]) {
  return {
    onQueryStarted: async (_argument: unknown, { dispatch, queryFulfilled }: Lifecycle): Promise<void> => {
      await queryFulfilled.catch(() => undefined);
      for (const tag of tags) timesStale.set(tag, timesStaleOf([tag]) + 1);
      dispatch(bridgeApi.util.invalidateTags(tags));
    },
  };
}
