import type { Usage } from '../../../contracts/admin/usage';
import type { OpenApiDocument } from '../../../contracts/rest/openapi/openapi-types';
import { cachedAs, bridgeApi } from './bridge-api';

const usageApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getUsage: build.query<Usage, undefined>({
      query: () => ({ url: '/commerce-bridge/usage' }),
      // The address is one of the settings; roles are changed on Strapi's own pages.
      ...cachedAs(['CommerceBridgeSettings']),
      keepUnusedDataFor: 0,
    }),
    getApiDocument: build.query<OpenApiDocument, undefined>({
      query: () => ({ url: '/commerce-bridge/usage/openapi' }),
    }),
  }),
});

export const { useGetUsageQuery, useGetApiDocumentQuery } = usageApi;
