import type { SetupProgress } from '../../../contracts/admin/setup';
import { cachedAs, bridgeApi, makesStale } from './bridge-api';

const setupApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getSetup: build.query<SetupProgress, undefined>({
      query: () => ({ url: '/commerce-bridge/setup' }),
      ...cachedAs(['CommerceBridgeSettings', 'CommerceBridgeWebhooks']),
    }),
    skipWebhooks: build.mutation<SetupProgress, undefined>({
      query: () => ({ url: '/commerce-bridge/setup/skip-webhooks', method: 'POST' }),
      ...makesStale(['CommerceBridgeWebhooks']),
    }),
  }),
});

export const { useGetSetupQuery, useSkipWebhooksMutation } = setupApi;
