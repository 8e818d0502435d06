import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { refusedSettings } from '../../../contracts/admin/settings';
import { StoreSwitchedError, StoreSwitchError } from '../catalog/shop';
import { type Container, containerOf } from '../container';
import { CommerceBridgeError } from '../lib/errors';
import { InvalidSettingsError, SettingsChangedError } from '../settings/settings-errors';
import { SyncBusyError, UnknownProductError } from '../sync/runs/sync-errors';
import { UpstreamError } from '../upstream/http/upstream-errors';

type Action = (ctx: Context, container: Container) => Promise<void>;

/** Passes the container to an action, and turns our errors into the form that Strapi's admin understands. */
export function adminAction(strapi: Core.Strapi, action: Action): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    try {
      await action(ctx, containerOf(strapi));
    } catch (error) {
      if (isConflict(error)) return sendAdminError(ctx, { status: 409, name: 'ConflictError', error });
      if (error instanceof UnknownProductError)
        return sendAdminError(ctx, { status: 404, name: 'NotFoundError', error });
      if (error instanceof UpstreamError) return sendAdminError(ctx, { status: 502, name: 'UpstreamError', error });
      throw toStrapiError(error);
    }
  };
}

/**
 * Checks a body or a query.
 * @throws errors.ValidationError with a path and a message for each problem
 */
export function parseWith<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => ({
    path: issue.path.map(String),
    message: issue.message,
    name: 'ValidationError',
  }));
  throw new errors.ValidationError(problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '), {
    errors: problems,
  });
}

function isConflict(error: unknown): error is CommerceBridgeError {
  return [StoreSwitchError, StoreSwitchedError, SyncBusyError, SettingsChangedError].some(
    (conflict) => error instanceof conflict,
  );
}

/** In Strapi's own form, for statuses without an error class in Strapi. */
function sendAdminError(
  ctx: Context,
  { status, name, error }: { status: number; name: string; error: CommerceBridgeError },
): void {
  ctx.status = status;
  ctx.body = {
    data: null,
    error: { status, name, message: error.message, details: { code: error.code, ...error.data } },
  };
}

function toStrapiError(error: unknown): unknown {
  if (error instanceof InvalidSettingsError) {
    return new errors.ValidationError(error.message, {
      errors: error.problems.map(({ name, message, code, values }) => ({
        path: [name],
        message,
        name: 'ValidationError' as const,
        code,
        values,
      })),
    } satisfies z.infer<typeof refusedSettings>);
  }
  if (error instanceof CommerceBridgeError)
    return new errors.ApplicationError(error.message, { code: error.code, ...error.data });
  return error;
}
