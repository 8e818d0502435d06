import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { contentApiRoutes } from '../routes/content-api';

// Where Strapi marks which API a controller's action belongs to; it creates the permissions from these marks.
const apisOfAction = Symbol.for('__type__');

/** Ignores all marks. */
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
 * Removes from Strapi's permissions those of our public endpoints: no caller needs them, so granting them has no
 * effect. An endpoint for which the site requires authentication keeps its permission. Call this in `register`, before
 * Strapi creates its routes.
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
