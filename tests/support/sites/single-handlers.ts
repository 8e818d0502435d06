import type { Core } from '@strapi/strapi';
import { z } from 'zod';

type Handler = () => unknown;
const method = <Arguments extends unknown[], Result>() =>
  z.custom<(...given: Arguments) => Result>((value) => typeof value === 'function');

const hook = z.object({
  getHandlers: method<[], readonly Handler[]>(),
  register: method<[Handler], unknown>(),
  delete: method<[Handler], unknown>(),
});
const withHooks = z.object({ hooks: z.record(z.string(), hook) });
const permissions = z.object({ actionProvider: withHooks, conditionProvider: withHooks, engine: withHooks });

/**
 * Leaves each handler of Strapi's permission hooks registered once. The hooks belong to the process, and each site that
 * boots in it registers the same handlers again: after a hundred sites, they took more than a tenth of all processor
 * time.
 */
export function keepSingleHandlers(strapi: Core.Strapi): void {
  const { actionProvider, conditionProvider, engine } = permissions.parse(strapi.service('admin::permission'));
  const roles = withHooks.parse(strapi.service('admin::role'));
  for (const { hooks } of [actionProvider, conditionProvider, engine, roles]) {
    for (const { getHandlers, register, delete: remove } of Object.values(hooks)) {
      const handlers = new Set(getHandlers());
      for (const handler of handlers) remove(handler);
      for (const handler of handlers) register(handler);
    }
  }
}
