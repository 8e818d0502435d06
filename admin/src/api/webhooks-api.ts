import type { NewWebhookSecret } from '../../../contracts/admin/events';
import type { RegistrationResponse, RegistrationBody, WebhooksView } from '../../../contracts/admin/webhooks';
import { cachedAs, bridgeApi, makesStale } from './bridge-api';

const webhooksApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getWebhooks: build.query<WebhooksView, undefined>({
      query: () => ({ url: '/commerce-bridge/webhooks' }),
      ...cachedAs(['CommerceBridgeWebhooks']),
    }),
    registerWebhooks: build.mutation<RegistrationResponse, RegistrationBody>({
      query: (data) => ({ url: '/commerce-bridge/webhooks/register', method: 'POST', data }),
      // Also after a failure: some hooks may have been registered.
      ...makesStale(['CommerceBridgeWebhooks', 'CommerceBridgeHealth']),
    }),
    generateWebhookSecret: build.mutation<NewWebhookSecret, undefined>({
      query: () => ({ url: '/commerce-bridge/webhooks/secret', method: 'POST' }),
      ...makesStale(['CommerceBridgeSettings']),
    }),
  }),
});

export const { useGetWebhooksQuery, useRegisterWebhooksMutation, useGenerateWebhookSecretMutation } = webhooksApi;
