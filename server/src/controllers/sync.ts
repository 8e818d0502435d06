import { Readable } from 'node:stream';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import {
  cancelBody,
  type CancelResponse,
  runChangesQuery,
  runFailuresQuery,
  runHistoryQuery,
  runParams,
  startRunBody,
  type SyncResponse,
} from '../../../contracts/admin/runs';
import { writeReport } from '../sync/runs/run-report';
import { SyncBusyError } from '../sync/runs/sync-errors';
import { adminAction, parseWith } from './admin-action';

/** `/commerce-bridge/sync`: start, watch, cancel, history. */
export const sync = ({ strapi }: { strapi: Core.Strapi }) => ({
  state: adminAction(strapi, async (ctx, container) => {
    ctx.body = { ...(await container.sync.state()), schedule: await container.syncSchedule() } satisfies SyncResponse;
  }),

  start: adminAction(strapi, async (ctx, container) => {
    const result = await container.sync.start(parseWith(startRunBody, ctx.request.body));
    if (result.kind === 'busy') {
      const { message, code } = new SyncBusyError();
      ctx.status = 409;
      ctx.body = {
        data: null,
        error: { status: 409, name: 'ConflictError', message, details: { code, run: result.run } },
      };
      return;
    }
    ctx.status = 202;
    ctx.body = result.run;
  }),

  cancel: adminAction(strapi, async (ctx, container) => {
    const { runId } = parseWith(cancelBody, ctx.request.body);
    const run = await container.sync.cancel({ runId });
    // Without a run, passes over markets may be under way; whoever cancels a run that has ended does not mean them.
    const areMarketsCanceled = run === null && runId === undefined && (await container.marketPasses.cancel());
    ctx.body = { run, areMarketsCanceled } satisfies CancelResponse;
  }),

  report: adminAction(strapi, async (ctx, container) => {
    const report = await container.sync.report(parseWith(runParams, ctx.params).id);
    if (!report) throw new errors.NotFoundError('This sync no longer exists.');
    ctx.attachment(`commerce-bridge-run-${report.run.id}.json`);
    ctx.type = 'json';
    ctx.body = Readable.from(writeReport(report));
  }),

  log: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.sync.log(parseWith(runParams, ctx.params).id);
  }),

  failures: adminAction(strapi, async (ctx, container) => {
    const failures = await container.sync.failures(
      parseWith(runParams, ctx.params).id,
      parseWith(runFailuresQuery, ctx.query),
    );
    if (!failures) throw new errors.NotFoundError('This sync no longer exists.');
    ctx.body = failures;
  }),

  changes: adminAction(strapi, async (ctx, container) => {
    const changes = await container.sync.changes(
      parseWith(runParams, ctx.params).id,
      parseWith(runChangesQuery, ctx.query),
    );
    if (!changes) throw new errors.NotFoundError('This sync no longer exists.');
    ctx.body = changes;
  }),

  history: adminAction(strapi, async (ctx, container) => {
    const { page, pageSize } = parseWith(runHistoryQuery, ctx.query);
    ctx.body = await container.sync.history({ page, perPage: pageSize });
  }),
});
