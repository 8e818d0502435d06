import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { containerOf } from '../container';
import { describeError } from '../lib/errors';
import { allowPictures } from './image-policy';

const header = 'Content-Security-Policy';

/**
 * Lets the pages of the admin panel show pictures from the hosts that cached records name, whatever policy the site has,
 * and from nowhere else. To be called in `register`, so that it sees the header that the host's own middleware sets.
 */
export function installImagePolicy(strapi: Core.Strapi): void {
  const adminPath = String(strapi.config.get('admin.path', '/admin'));

  strapi.server.use(async (ctx, next) => {
    await next();
    if (!isAdminPage(ctx, adminPath)) return;
    const policies = [ctx.res.getHeader(header) ?? []].flat().map(String);
    if (policies.length === 0) return;
    const origins = await originsOf(strapi);
    // One header may hold several policies, told apart by commas; each restricts by itself.
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

/** Also an answer that says that the browser's own copy is fresh: its headers replace those of the copy. */
function isAdminPage(ctx: Context, adminPath: string): boolean {
  if (ctx.path !== adminPath && !ctx.path.startsWith(`${adminPath}/`)) return false;
  return ctx.response.is('html') === 'html' || (ctx.status === 304 && !/\.\w+$/.test(ctx.path));
}

async function originsOf(strapi: Core.Strapi): Promise<string[]> {
  const { imageHosts, logger } = containerOf(strapi);
  try {
    return await imageHosts.read();
  } catch (error) {
    logger.warn('the hosts of pictures could not be read', { error: describeError(error) });
    return [];
  }
}
