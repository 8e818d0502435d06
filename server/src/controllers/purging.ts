import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { purgeTargetPath, type PurgeTest, type PurgingState } from '../../../contracts/admin/purging';
import { adminAction, parseWith } from './admin-action';

/** `/commerce-bridge/purging`: the external systems that are notified of changes, and the progress of each. */
export const purging = ({ strapi }: { strapi: Core.Strapi }) => ({
  state: adminAction(strapi, async (ctx, container) => {
    ctx.body = { targets: await container.purging.state() } satisfies PurgingState;
  }),

  retry: adminAction(strapi, async (ctx, container) => {
    const { key } = parseWith(purgeTargetPath, ctx.params);
    const targets = await container.purging.retry(key);
    if (targets === null) throw unknownTarget(key);
    ctx.body = { targets } satisfies PurgingState;
  }),

  test: adminAction(strapi, async (ctx, container) => {
    const { key } = parseWith(purgeTargetPath, ctx.params);
    const tested = await container.purging.test(key);
    if (tested === null) throw unknownTarget(key);
    ctx.body = tested satisfies PurgeTest;
  }),
});

function unknownTarget(key: string): Error {
  return new errors.NotFoundError(
    `There is no purge target ${JSON.stringify(key)}; GET /commerce-bridge/purging lists them.`,
  );
}
