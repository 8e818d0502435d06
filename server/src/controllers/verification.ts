import type { Core } from '@strapi/strapi';
import type { VerificationState } from '../../../contracts/admin/verification';
import { adminAction } from './admin-action';

/** `/commerce-bridge/sync/verify`: start, watch, cancel. */
export const verification = ({ strapi }: { strapi: Core.Strapi }) => ({
  state: adminAction(strapi, async (ctx, container) => {
    ctx.body = (await container.verification.state()) satisfies VerificationState;
  }),

  start: adminAction(strapi, async (ctx, container) => {
    const { kind, state } = await container.verification.start('manual');
    ctx.status = kind === 'started' ? 202 : 409;
    ctx.body =
      kind === 'started'
        ? (state satisfies VerificationState)
        : {
            data: null,
            error: {
              status: 409,
              name: 'ConflictError',
              message: 'The cached catalog is already being verified.',
              details: { code: 'verification_busy', ...state },
            },
          };
  }),

  cancel: adminAction(strapi, async (ctx, container) => {
    ctx.body = (await container.verification.cancel()) satisfies VerificationState;
  }),
});
