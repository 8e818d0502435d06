import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { containerOf } from '../container';
import { describeError } from '../lib/errors';
import { allowPictures } from './image-policy';

const header = 'Content-Security-Policy';

/**
 * Lets the pages of the admin panel show images from the hosts that cached records name, and from nowhere else,
 * regardless of the site's policy. Call this in `register`, so that it sees the header that the host's own
 * middleware sets.
 */
export function installImagePolicy(strapi: Core.Strapi): void {
  const adminPath = String(strapi.config.get('admin.path', '/admin'));

  strapi.server.use(async (ctx, next) => {
    await next();
    if (!isAdminPage(ctx, adminPath)) return;
    const policies = [ctx.res.getHeader(header) ?? []].flat().map(String);
    if (policies.length === 0) return;
    const origins = await originsOf(strapi);
    // One header may hold several policies, separated by commas; each one restricts independently.
    ctx.res.setHeader(
      header,
      policies.map((policy) =>
        policy
          .split(',')
          .map((part) => allowPictures(part, origins))
          .join(','),
      ),
    );
  });
}

/** Includes 304 responses: their headers replace those of the browser's copy. */
function isAdminPage(ctx: Context, adminPath: string): boolean {
  if (ctx.path !== adminPath && !ctx.path.startsWith(`${adminPath}/`)) return false;
  return ctx.response.is('html') === 'html' || (ctx.status === 304 && !/\.\w+$/.test(ctx.path));
}

async function originsOf(strapi: Core.Strapi): Promise<string[]> {
  const { imageHosts, logger } = containerOf(strapi);
  try {
    return await imageHosts.read();
  } catch (error) {
    logger.warn('the image hosts could not be read', { error: describeError(error) });
    return [];
  }
}
