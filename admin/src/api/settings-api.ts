import type {
  ConnectionTest,
  ConnectionTestBody,
  SettingsUpdate,
  SettingsView,
} from '../../../contracts/admin/settings';
import { cachedAs, bridgeApi, makesStale } from './bridge-api';

const settingsApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getBridgeSettings: build.query<SettingsView, undefined>({
      query: () => ({ url: '/commerce-bridge/settings' }),
      ...cachedAs(['CommerceBridgeSettings']),
    }),
    updateBridgeSettings: build.mutation<SettingsView, SettingsUpdate & { clearCachedStore?: true }>({
      query: (data) => ({ url: '/commerce-bridge/settings', method: 'PUT', data }),
      // The store and the public address determine the hooks; the schedule determines the next run.
      ...makesStale(['CommerceBridgeSettings', 'CommerceBridgeWebhooks', 'CommerceBridgeRuns', 'CommerceBridgeHealth']),
    }),
    testBridgeConnection: build.mutation<ConnectionTest, ConnectionTestBody>({
      query: (data) => ({ url: '/commerce-bridge/settings/test-connection', method: 'POST', data }),
    }),
  }),
});

export const {
  useGetBridgeSettingsQuery,
  useLazyGetBridgeSettingsQuery,
  useUpdateBridgeSettingsMutation,
  useTestBridgeConnectionMutation,
} = settingsApi;
