import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { RestError } from './rest-errors';

/**
 * The permission to read every market. Strapi's read-only tokens have only permissions that end in `find` or `findOne`,
 * so not this one.
 */
const readAllMarkets = 'plugin::commerce-bridge.market.read';

/** The permission to read this market; whatever the key, read-only tokens do not have it. */
export const readMarket = (key: string): string => `plugin::commerce-bridge.market.${key}-read`;

type Held = NonNullable<Parameters<Core.Strapi['auth']['verify']>[0]>;

/**
 * Admits callers with an API token of the site that has the permission to read all markets, or this one. Nothing else
 * counts, such as the session of a user or an administrator: browsers send sessions automatically.
 * @throws RestError `unauthorized`, `forbidden`
 */
export async function requireMarketToken(
  strapi: Core.Strapi,
  { ctx, key }: { ctx: Context; key: string },
): Promise<void> {
  const held = await authenticate(strapi, ctx);
  if (!held)
    throw new RestError(
      'unauthorized',
      `The market ${key} is for callers with an API token of the site. Send one in the header Authorization, after "Bearer".`,
    );
  for (const scope of [readAllMarkets, readMarket(key)]) if (await isGranted(strapi, { held, scope })) return;
  throw new RestError(
    'forbidden',
    `The API token does not have the permission to read the market ${key}: market.read, or ${key}-read for this market alone.`,
  );
}

/** What the caller's token allows, according to Strapi's own strategy for API tokens; null without a valid one. */
async function authenticate(strapi: Core.Strapi, ctx: Context): Promise<Held | null> {
  let held: Held | null = null;
  // Our routes have no authentication, so the strategy gets an object that looks like a request to a route with
  // authentication; the request itself stays unchanged. Before Strapi 5.47 the strategy may have its older name; names
  // that do not exist are skipped.
  const asked = Object.create(ctx, {
    state: {
      value: {
        route: { info: { type: 'content-api' }, config: { auth: { strategies: ['content-api-token', 'api-token'] } } },
      },
    },
    unauthorized: { value: () => undefined },
  });
  await strapi.auth.authenticate(asked, async () => {
    held = asked.state.auth;
  });
  return held;
}

async function isGranted(strapi: Core.Strapi, { held, scope }: { held: Held; scope: string }): Promise<boolean> {
  try {
    await strapi.auth.verify(held, { scope: [scope] });
    return true;
  } catch (error) {
    if (error instanceof errors.ForbiddenError) return false;
    throw error;
  }
}
