import { adminApi } from '@strapi/strapi/admin';

const tagTypes = ['CommerceBridgeSettings', 'CommerceBridgeRuns', 'CommerceBridgeWebhooks', 'CommerceBridgeHealth', 'CommerceBridgeEvents', 'CommerceBridgeProducts'] as const;

/** Strapi's own request layer (session, caching, polling), with our names for what an answer makes stale. */
export const bridgeApi = adminApi.enhanceEndpoints({ addTagTypes: tagTypes });

type State = Parameters<typeof bridgeApi.util.selectInvalidatedBy>[0];

interface Lifecycle {
  dispatch: (action: ReturnType<typeof bridgeApi.util.invalidateTags>) => unknown;
  getState: () => State;
  queryFulfilled: Promise<unknown>;
}

/** How often to look whether a question under way has been answered, in milliseconds. */
const look = 100;

/**
 * What a request makes stale, whether it succeeded or not. In place of `invalidatesTags`: Strapi's request layer does not
 * ask again what is being asked at that moment, and that answer may be from before. A public address that was refused and
 * then corrected left the page with the hooks of the address before, since asking the store about hooks takes a while.
 */
export function makesStale(tags: (typeof tagTypes)[number][]) {
  return async (_argument: unknown, { dispatch, getState, queryFulfilled }: Lifecycle): Promise<void> => {
    await queryFulfilled.catch(() => undefined);
    const underWay = pendingAmong(getState(), tags);
    dispatch(bridgeApi.util.invalidateTags(tags));
    if (underWay.length === 0) return;
    while (pendingAmong(getState(), tags).some((key) => underWay.includes(key))) await new Promise((resolve) => setTimeout(resolve, look));
    dispatch(bridgeApi.util.invalidateTags(tags));
  };
}

/** Which of the answers that a change makes stale are being asked for right now. */
function pendingAmong(state: State, tags: (typeof tagTypes)[number][]): string[] {
  const { queries } = state[bridgeApi.reducerPath];
  return bridgeApi.util.selectInvalidatedBy(state, tags).flatMap(({ queryCacheKey }) => (queries[queryCacheKey]?.status === 'pending' ? [queryCacheKey] : []));
}
