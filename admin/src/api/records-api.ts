import type { ProductResync } from '../../../contracts/admin/catalog';
import type { RecordEntries } from '../../../contracts/admin/record-entries';
import type { RecordEntity, RecordOrigin } from '../../../contracts/admin/records';
import { cachedAs, bridgeApi } from './bridge-api';

/** A cached record, by its upstream id. */
export interface RecordName {
  entity: RecordEntity;
  id: number;
}

/** Where the Content Manager keeps a record. */
export interface RecordPlace {
  model: string;
  documentId: string;
}

const recordsApi = bridgeApi.enhanceEndpoints({ addTagTypes: ['Document'] }).injectEndpoints({
  endpoints: (build) => ({
    getRecordOrigin: build.query<RecordOrigin, RecordName>({
      query: ({ entity, id }) => ({ url: `/commerce-bridge/records/${entity}/${id}` }),
      ...cachedAs(['CommerceBridgeRuns']),
    }),
    getRecordEntries: build.query<RecordEntries, RecordName>({
      query: ({ entity, id }) => ({ url: `/commerce-bridge/records/${entity}/${id}/entries` }),
    }),
    resyncRecord: build.mutation<ProductResync, RecordName & RecordPlace>({
      query: ({ entity, id }) => ({ url: `/commerce-bridge/records/${entity}/${id}/resync`, method: 'POST' }),
      // The Content Manager's own tag of the list. That of the entry follows when its form can be replaced.
      invalidatesTags: (_response, _error, { model }) => [{ type: 'Document', id: `${model}_LIST` }],
    }),
    /** Sends nothing itself: the Content Manager reloads the entry, and replaces its form. */
    reloadEntry: build.mutation<null, RecordPlace>({
      queryFn: () => ({ data: null }),
      invalidatesTags: (_response, _error, { model, documentId }) => [
        { type: 'Document', id: `${model}_${documentId}` },
      ],
    }),
  }),
});

export const { useGetRecordOriginQuery, useGetRecordEntriesQuery, useResyncRecordMutation, useReloadEntryMutation } =
  recordsApi;
