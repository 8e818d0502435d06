import type { ProductResync } from '../../../contracts/admin/catalog';
import type { RecordEntries } from '../../../contracts/admin/record-entries';
import type { RecordEntity, RecordOrigin } from '../../../contracts/admin/records';
import { cachedAs, bridgeApi } from './bridge-api';

/** A cached record, by its upstream id. */
export interface RecordName {
  entity: RecordEntity;
  id: number;
}

/** A record together with where the Content Manager keeps it. */
export interface ResyncRequest extends RecordName {
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
    resyncRecord: build.mutation<ProductResync, ResyncRequest>({
      query: ({ entity, id }) => ({ url: `/commerce-bridge/records/${entity}/${id}/resync`, method: 'POST' }),
      // The Content Manager's own tags: it reloads the entry and the list.
      invalidatesTags: (_response, _error, { model, documentId }) => [
        { type: 'Document', id: `${model}_${documentId}` },
        { type: 'Document', id: `${model}_LIST` },
      ],
    }),
  }),
});

export const { useGetRecordOriginQuery, useGetRecordEntriesQuery, useResyncRecordMutation } = recordsApi;
