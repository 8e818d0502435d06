import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { eventListQuery, eventParams, retryAllBody } from '../../../contracts/admin/events';
import { adminAction, parseWith } from './admin-action';

const unknownEvent =
  'This webhook event no longer exists. It may have been discarded or deleted after its retention period.';

/** `/commerce-bridge/events`: the queue of webhook events, and the outcome of deliveries. */
export const events = ({ strapi }: { strapi: Core.Strapi }) => ({
  list: adminAction(strapi, async (ctx, container) => {
    const { status, entity_id: entityId, search, page, pageSize } = parseWith(eventListQuery, ctx.query);
    ctx.body = await container.events.list({
      status: status ?? null,
      entityId: entityId ?? null,
      search,
      page,
      perPage: pageSize,
    });
  }),

  retry: adminAction(strapi, async (ctx, container) => {
    const event = await container.events.retry(parseWith(eventParams, ctx.params).id);
    if (event === null) throw new errors.NotFoundError(unknownEvent);
    ctx.body = { event };
  }),

  retryAll: adminAction(strapi, async (ctx, container) => {
    const { status, entity_id: entityId } = parseWith(retryAllBody, ctx.request.body);
    ctx.body = {
      retried: await container.events.retryAll({ status: status ?? null, entityId: entityId ?? null }),
    };
  }),

  discard: adminAction(strapi, async (ctx, container) => {
    const isDiscarded = await container.events.discard(parseWith(eventParams, ctx.params).id);
    if (!isDiscarded) throw new errors.NotFoundError(unknownEvent);
    ctx.status = 204;
  }),

  deliveries: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.events.deliveries();
  }),
});
