import type { EventList, EventStatusName, RetriedEvents, RetryAllBody } from '../../../contracts/admin/events';
import { cachedAs, bridgeApi, makesStale } from './bridge-api';
import { inAddress } from './in-address';

/** Query of `GET /commerce-bridge/events`. */
export interface EventsRequest {
  page: number;
  pageSize: number;
  status?: EventStatusName;
  entity_id?: number;
  search?: string;
}

const eventsApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getEvents: build.query<EventList, EventsRequest>({
      query: (params) => ({ url: '/commerce-bridge/events', config: { params: inAddress(params) } }),
      ...cachedAs(['CommerceBridgeEvents']),
    }),
    retryEvent: build.mutation<unknown, string>({
      query: (id) => ({ url: `/commerce-bridge/events/${id}/retry`, method: 'POST' }),
      // Also after a failure: the event no longer exists then.
      ...makesStale(['CommerceBridgeEvents']),
    }),
    retryAllEvents: build.mutation<RetriedEvents, RetryAllBody>({
      query: (data) => ({ url: '/commerce-bridge/events/retry', method: 'POST', data }),
      ...makesStale(['CommerceBridgeEvents']),
    }),
    discardEvent: build.mutation<unknown, string>({
      query: (id) => ({ url: `/commerce-bridge/events/${id}`, method: 'DELETE' }),
      ...makesStale(['CommerceBridgeEvents']),
    }),
  }),
});

export const { useGetEventsQuery, useRetryEventMutation, useRetryAllEventsMutation, useDiscardEventMutation } =
  eventsApi;
