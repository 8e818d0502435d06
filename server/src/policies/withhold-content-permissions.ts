import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { contentApiRoutes } from '../routes/content-api';

// Where Strapi notes of a controller's action which API has it; from these notes it makes the permissions.
const apisOfAction = Symbol.for('__type__');

/** Takes no notes. */
class NoApis extends Array<string> {
  override push(): number {
    return 0;
  }
}

const registered = z.object({
  contentApi: z.object({
    routes: z.array(z.looseObject({ handler: z.unknown(), config: z.looseObject({ auth: z.unknown() }).optional() })),
  }),
});

/**
 * Takes from Strapi's permissions those of our public endpoints: nobody needs one, so granting one does nothing. An
 * endpoint on which the site puts authentication keeps its permission. To be called in `register`, before Strapi makes
 * its routes.
 */
export function withholdContentPermissions(strapi: Core.Strapi): void {
  const plugin = strapi.plugin('commerce-bridge');
  const found = registered.safeParse(plugin.routes);
  const open = new Set(
    found.success
      ? found.data.contentApi.routes.filter(({ config }) => config?.auth === false).map(({ handler }) => handler)
      : [],
  );
  for (const { handler } of contentApiRoutes.routes) {
    const [controller = '', action = ''] = handler.split('.');
    const found: unknown = plugin.controller(controller)[action];
    if (open.has(handler) && typeof found === 'function')
      Object.defineProperty(found, apisOfAction, { value: new NoApis() });
  }
}
