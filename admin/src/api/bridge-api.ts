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

/** Strapi's own request layer (session, caching, polling), with our names for what a response makes stale. */
export const bridgeApi = adminApi.enhanceEndpoints({ addTagTypes: tagTypes });

interface Lifecycle {
  dispatch: (action: ReturnType<typeof bridgeApi.util.invalidateTags>) => unknown;
  queryFulfilled: Promise<unknown>;
}

/** How often responses of each kind have become stale so far. */
const timesStale = new Map<Tag, number>(tagTypes.map((tag) => [tag, 0]));
const timesStaleOf = (tags: readonly Tag[]) => tags.reduce((times, tag) => times + (timesStale.get(tag) ?? 0), 0);

/**
 * For a query: what kinds of response it gives. In place of `providesTags` alone: Strapi's version of RTK Query does not ask
 * again what is being asked when it becomes stale, and that response may be from before. A public address that was refused and
 * then corrected left the page with the hooks of the address before, since asking the store about hooks takes a while.
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

/** For a mutation: what it makes stale, whether it succeeds or not. In place of `invalidatesTags`, which no query sees. */
export function makesStale(tags: Tag[]) {
  return {
    onQueryStarted: async (_argument: unknown, { dispatch, queryFulfilled }: Lifecycle): Promise<void> => {
      await queryFulfilled.catch(() => undefined);
      for (const tag of tags) timesStale.set(tag, timesStaleOf([tag]) + 1);
      dispatch(bridgeApi.util.invalidateTags(tags));
    },
  };
}
