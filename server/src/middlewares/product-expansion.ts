import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context, Middleware } from 'koa';
import { expansionQuery, type ExpansionQuery, largestExpansion } from '../../../contracts/rest/expansion';
import { chosenIds } from '../content-types/product-choice';
import { containerOf } from '../container';
import { findProductFields } from '../content-types/walk-product-fields';
import { contentTypeOfRoute } from '../http/content-type-of-route';
import { isRecord } from '../lib/guards';
import { expandedProducts } from './expanded-products';
import { readingForExpansion, withMarketErrors } from './expansion-market';
import { productFieldsOf } from './product-choices';
import { RestError } from '../http/rest-errors';
import { createParameterReader } from '../http/rest-parameters';
import { leavesOwnRoutes } from '../routes/own-routing';

const readParameters = createParameterReader(expansionQuery);

/**
 * Lets callers of the site's own API get the products that an entry names instead of their ids: `GET
 * /api/stories?commerceProducts=list`. It runs inside the content API, next to its routes, so that it sees responses
 * before the host's middlewares serialize them, and only those of content types that hold chosen products. Call this in
 * `register`: routes are created after it.
 */
export function expandProductChoices(strapi: Core.Strapi): void {
  const matchRoute = (route: Core.Route) => {
    const uid = route.method === 'GET' ? contentTypeOfRoute(strapi, route) : null;
    return uid !== null && productFieldsOf(strapi).has(uid);
  };
  // For sites with `strictParams`, and for the document that Strapi generates from its routes.
  // An older Strapi has neither, and lets every parameter through to the middleware below.
  if ('addQueryParams' in strapi.contentAPI)
    strapi.contentAPI.addQueryParams({
      commerceProducts: { schema: (z) => z.enum(['list', 'single']).optional(), matchRoute },
      commerceInclude: { schema: (z) => z.string().optional(), matchRoute },
      commerceMarket: { schema: (z) => z.string().optional(), matchRoute },
    });

  const expandInResponse: Middleware = async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      // A site with `strictParams` has already rejected an invalid value, with the validator's own error.
      if (isAboutExpansion(error)) parametersOf(ctx);
      throw error;
    }
    if (!/^(GET|HEAD)$/.test(ctx.method) || !ctx.querystring.includes('commerce')) return;
    const uid = contentTypeOfRoute(strapi, ctx.state.route);
    if (uid === null || !productFieldsOf(strapi).has(uid)) return;
    // Other errors take precedence: a caller without access learns nothing about the parameters.
    if (ctx.status !== 200) return;
    const query = parametersOf(ctx);
    if (query.commerceProducts === undefined) return;
    await withMarketErrors(ctx, () => expand(ctx, { uid, query, strapi }));
  };
  strapi.server.api('content-api').use(leavesOwnRoutes(expandInResponse));
}

async function expand(
  ctx: Context,
  { uid, query, strapi }: { uid: string; query: ExpansionQuery; strapi: Core.Strapi },
): Promise<void> {
  const container = containerOf(strapi);
  const reading = await readingForExpansion(strapi, { ctx, named: query.commerceMarket, container });
  const { body } = ctx;
  const entries: unknown = isRecord(body) && 'data' in body ? body.data : body;
  const form = ctx.get('Strapi-Response-Format') === 'v4' ? 'response-v4' : 'response';
  const places = findProductFields(entries, { uid, map: productFieldsOf(strapi), form });
  const chosen = places.flatMap(({ holder, name }) => chosenIds(holder[name]));
  // The response repeats a product in each of the entries that share it.
  if (chosen.length > largestExpansion) throw tooMany(chosen.length);

  const views = await container.readShares.run(ctx.request.ip, () =>
    expandedProducts([...new Set(chosen)], { query, reading, container }),
  );
  for (const { holder, name, kind } of places) {
    // A product that is removed, hidden or not cached yet is omitted, as in the REST API (behavior 2.10).
    const shown = chosenIds(holder[name]).flatMap((id) => views.get(id) ?? []);
    holder[name] = kind === 'many' ? shown : (shown[0] ?? null);
  }
  // A cache behind us, such as rest-cache, computed the tag from the ids: it does not cover the products.
  ctx.remove('ETag');
}

/** Fails with Strapi's own errors, since these are the site's own addresses. */
function parametersOf(ctx: Context): ExpansionQuery {
  try {
    const query = readParameters(new URLSearchParams(ctx.querystring));
    const { commerceProducts, commerceInclude, commerceMarket } = query;
    if (commerceProducts !== undefined || (commerceInclude ?? commerceMarket) === undefined) return query;
    throw new errors.ValidationError(
      commerceInclude === undefined
        ? 'commerceMarket says whose products are shown, and needs commerceProducts=list or commerceProducts=single with it.'
        : 'commerceInclude says what expanded products have, and needs commerceProducts=list or commerceProducts=single with it.',
    );
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    throw new errors.ValidationError(error.message, error.data);
  }
}

function isAboutExpansion(error: unknown): boolean {
  return error instanceof errors.ValidationError && /^commerce/.test(String(Object(error.details).param));
}

function tooMany(count: number): errors.ValidationError {
  return new errors.ValidationError(
    `This response names ${count} products, and one response can include at most ${largestExpansion}. Ask for fewer entries at a time (pagination[pageSize]) or fewer populated ones.`,
    { products: count, allowed: largestExpansion },
  );
}
