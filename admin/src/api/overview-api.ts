import type { Overview } from '../../../contracts/admin/overview';
import { bridgeApi } from './bridge-api';

const overviewApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getOverview: build.query<Overview, undefined>({
      query: () => ({ url: '/commerce-bridge/overview' }),
      providesTags: ['CommerceBridgeHealth', 'CommerceBridgeRuns', 'CommerceBridgeEvents'],
    }),
  }),
});

export const { useGetOverviewQuery } = overviewApi;
