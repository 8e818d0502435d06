import type { Core } from '@strapi/strapi';
import { registrationBody, type RegistrationResponse } from '../../../contracts/admin/webhooks';
import { RegistrationBusyError } from '../webhooks/registration-errors';
import { adminAction, parseWith } from './admin-action';

/** `/commerce-bridge/webhooks`: listing and registering our hooks upstream. */
export const webhooks = ({ strapi }: { strapi: Core.Strapi }) => ({
  list: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.registration.view();
  }),

  register: adminAction(strapi, async (ctx, container) => {
    const request = parseWith(registrationBody, ctx.request.body);
    try {
      const hooks = await container.registration.register(request);
      const failed = hooks.filter(({ outcome }) => outcome === 'failed').length;
      if (failed > 0) container.health.checkSoon();
      if (failed === 0) {
        await container.health.settleWebhooks();
        // So that the health check reports the scopes that the store does not offer.
        if (hooks.some(({ outcome }) => outcome === 'refused')) container.health.checkSoon();
        ctx.body = { message: 'Webhooks successfully registered', hooks } satisfies RegistrationResponse;
        return;
      }
      ctx.status = 502;
      ctx.body = failureBody(502, 'RegistrationError', {
        message: `${failed} of ${hooks.length} webhooks could not be registered; each says why.`,
        details: { hooks },
      });
    } catch (error) {
      if (!(error instanceof RegistrationBusyError)) throw error;
      ctx.status = 409;
      ctx.body = failureBody(409, 'ConflictError', { message: error.message, details: { code: error.code } });
    }
  }),
});

/** An error in Strapi's own form. */
function failureBody(
  status: number,
  name: string,
  { message, details }: { message: string; details: Record<string, unknown> },
) {
  return { data: null, error: { status, name, message, details } };
}
