import type { Core } from '@strapi/strapi';
import { recordUids } from '../content-types/record-uids';

/** The relations that can be added to an entry; those that it has are below its document id. */
const choices = /^\/content-manager\/relations\/[^/]+\/[^/]+\/?$/i;

/**
 * Keeps withdrawn records out of what the Content Manager offers for a relation (behavior 10.3); relations to them that
 * exist are still shown. As a filter of the request, Strapi would refuse it to editors who may not read `withdrawnAt`.
 */
export function leaveOutOfRelationChoices(strapi: Core.Strapi): void {
  const withoutWithdrawn = ({ params }: { params: { where?: unknown } }) => {
    if (!choices.test(strapi.requestContext.get()?.path ?? '')) return;
    params.where = { $and: [params.where ?? {}, { withdrawnAt: { $null: true } }] };
  };
  strapi.db.lifecycles.subscribe({
    models: Object.values(recordUids),
    beforeFindMany: withoutWithdrawn,
    beforeCount: withoutWithdrawn,
  });
}
