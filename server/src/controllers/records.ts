import type { Core } from '@strapi/strapi';
import type { RecordEntries } from '../../../contracts/admin/record-entries';
import { type RecordOrigin, recordParams } from '../../../contracts/admin/records';
import { readableEntries } from '../policies/readable-entries';
import { controlPanelAddress } from '../upstream/control-panel';
import { adminAction, parseWith } from './admin-action';

/** `/commerce-bridge/records/:entity/:id`: the origin of one cached record, the entries that use it, and its resync. */
export const records = ({ strapi }: { strapi: Core.Strapi }) => ({
  origin: adminAction(strapi, async (ctx, container) => {
    const { entity, id } = parseWith(recordParams, ctx.params);
    const { storeHash } = container.settings.snapshot().plain;
    const comparedAt = await container.runHistory.lastSuccess();
    const response: RecordOrigin = {
      comparedAt: comparedAt === null ? null : comparedAt.toISOString(),
      upstreamUrl: storeHash === null ? null : controlPanelAddress({ storeHash, entity, id }),
    };
    ctx.body = response;
  }),

  entries: adminAction(strapi, async (ctx, container) => {
    const response: RecordEntries = await container.recordEntries(
      parseWith(recordParams, ctx.params),
      readableEntries(strapi, ctx.state.userAbility),
    );
    ctx.body = response;
  }),

  resync: adminAction(strapi, async (ctx, container) => {
    const { entity, id } = parseWith(recordParams, ctx.params);
    ctx.body = entity === 'product' ? await container.resyncProduct(id) : await container.resyncTaxonomy(entity, id);
  }),
});
