import type { VerificationState } from '../../../contracts/admin/verification';
import { cachedAs, bridgeApi, makesStale } from './bridge-api';

const verificationApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getVerification: build.query<VerificationState, undefined>({
      query: () => ({ url: '/commerce-bridge/sync/verify' }),
      ...cachedAs(['CommerceBridgeRuns']),
    }),
    startVerification: build.mutation<VerificationState, undefined>({
      query: () => ({ url: '/commerce-bridge/sync/verify', method: 'POST' }),
      ...makesStale(['CommerceBridgeRuns']),
    }),
    cancelVerification: build.mutation<VerificationState, undefined>({
      query: () => ({ url: '/commerce-bridge/sync/verify/cancel', method: 'POST' }),
      ...makesStale(['CommerceBridgeRuns']),
    }),
  }),
});

export const { useGetVerificationQuery, useStartVerificationMutation, useCancelVerificationMutation } = verificationApi;
