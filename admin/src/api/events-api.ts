import type { EventList, EventStatusName } from '../../../contracts/admin/events';
import { bridgeApi } from './bridge-api';

/** Query of `GET /commerce-bridge/events`. */
export interface EventsRequest {
  page: number;
  pageSize: number;
  status?: EventStatusName;
  entity_id?: number;
}

const eventsApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getEvents: build.query<EventList, EventsRequest>({
      query: (params) => ({ url: '/commerce-bridge/events', config: { params } }),
      providesTags: ['CommerceBridgeEvents'],
    }),
    retryEvent: build.mutation<unknown, string>({
      query: (id) => ({ url: `/commerce-bridge/events/${id}/retry`, method: 'POST' }),
      // Also after a refusal: then it is no longer there.
      invalidatesTags: ['CommerceBridgeEvents'],
    }),
    discardEvent: build.mutation<unknown, string>({
      query: (id) => ({ url: `/commerce-bridge/events/${id}`, method: 'DELETE' }),
      invalidatesTags: ['CommerceBridgeEvents'],
    }),
  }),
});

export const { useGetEventsQuery, useRetryEventMutation, useDiscardEventMutation } = eventsApi;
