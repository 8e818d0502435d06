import type { RemovalsAllowed } from '../../../contracts/admin/removals';
import { bridgeApi, makesStale } from './bridge-api';

const removalsApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    allowRemovals: build.mutation<RemovalsAllowed, undefined>({
      query: () => ({ url: '/commerce-bridge/removals/allow', method: 'POST' }),
      ...makesStale(['CommerceBridgeHealth', 'CommerceBridgeRuns']),
    }),
  }),
});

export const { useAllowRemovalsMutation } = removalsApi;
