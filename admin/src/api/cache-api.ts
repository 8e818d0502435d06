import { bridgeApi } from './bridge-api';

const cacheApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    purgeCaches: build.mutation<unknown, undefined>({
      query: () => ({ url: '/commerce-bridge/cache/purge', method: 'POST' }),
    }),
  }),
});

export const { usePurgeCachesMutation } = cacheApi;
