import type { ItemPrice, PricedItem, PriceReading } from '../upstream/markets/price-reader';
import type { ProductPrices } from './knex-prices';
import type { PricesPart } from './market-parts';
import { addToReport, type PartPass, type PassReport } from './part-pass';
import type { PassTools } from './pass-tools';
import type { PricedProduct } from './priced-products';

/**
 * Reads the prices of each product that the channel sells, in order of their ids, from the checkpoint on. A product
 * whose price cannot be read keeps the stored one, and is a failure in the report.
 * @throws PassTakenOverError, the errors of `upstream-errors.ts`, or the signal's reason; the checkpoint remains
 */
export async function passPrices(tools: PassTools, part: PricesPart): Promise<PassReport> {
  const membershipId = await tools.passes.idOf({ kind: 'membership', channelId: part.channelId });
  const reader = tools.pricesOf(part, await controlFor(tools, membershipId));
  let pass = await tools.passes.carry(part);
  for (;;) {
    tools.signal.throwIfAborted();
    // Drawn first, since the cached variants determine what is requested.
    const readVersion = await tools.drawVersion();
    const products = await tools.products.after({ membershipId, after: pass.position, limit: tools.productsPerPage });
    const last = products.at(-1);
    if (!last) break;
    const reading = await reader.read(products.flatMap(itemsOf));
    const page = { membershipId, products, reading: { ...reading, readVersion } };
    pass = await writePrices(tools, { ...pass, position: last.id }, page);
  }
  const done = pass;
  await tools.transaction((transaction) => tools.passes.complete(transaction, done));
  return done.report;
}

/** A product that the channel sold when it was read last: others may be gone, and kept until an administrator decides. */
async function controlFor({ passes, members }: PassTools, membershipId: number): Promise<PricedItem | undefined> {
  const since = await passes.begunAt(membershipId);
  const [productId] = await members.seen({ partId: membershipId, since, limit: 1 });
  return productId === undefined ? undefined : { productId, variantId: null };
}

async function writePrices(
  { prices: store, passes, transaction: run }: PassTools,
  pass: PartPass,
  page: { membershipId: number; products: readonly PricedProduct[]; reading: PriceReading },
): Promise<PartPass> {
  const { membershipId } = page;
  const { readVersion } = page.reading;
  const { prices, failures } = combinePrices(page.products, page.reading);
  return run(async (transaction) => {
    const { partId } = pass;
    const outcome = await store.upsert(transaction, { partId, membershipId, prices, readVersion });
    const next = { ...pass, report: addToReport(pass.report, outcome, failures) };
    await passes.checkpoint(transaction, next);
    return next;
  });
}

/** The items whose prices are read: the product itself, and each of its variants. */
export function itemsOf({ id, variantIds }: PricedProduct): PricedItem[] {
  return [null, ...variantIds].map((variantId) => ({ productId: id, variantId }));
}

/**
 * Combines the prices of each product with those of its variants. A variant without a reply no longer exists; a product
 * with an unusable price, or without a reply, fails as a whole.
 */
export function combinePrices(
  products: readonly PricedProduct[],
  { prices, missing, failures }: Omit<PriceReading, 'readVersion'>,
): { prices: ProductPrices[]; failures: PassReport['failures'] } {
  const failed = new Map<number, string>();
  for (const { productId, variantId } of missing)
    if (variantId === null) failed.set(productId, 'Upstream returned no price for it.');
  for (const { productId, reason } of failures) failed.set(productId, reason);

  const byProduct = new Map<number, ItemPrice[]>(products.map(({ id }) => [id, []]));
  for (const price of prices) byProduct.get(price.productId)?.push(price);
  const combined = products
    .filter(({ id }) => !failed.has(id))
    .flatMap(({ id }) => productPrices(byProduct.get(id) ?? []) ?? []);
  return { prices: combined, failures: [...failed].map(([productId, reason]) => ({ productId, reason })) };
}

const noPrice = { price: null, salePrice: null, calculatedPrice: null };

/**
 * Shoppers buy one of the variants, which may have no price in a price list (upstream 20.3): if none has one, the
 * product has none either (behavior 14.4), whatever upstream returns for the product itself.
 */
function productPrices(prices: readonly ItemPrice[]): ProductPrices | null {
  const own = prices.find(({ variantId }) => variantId === null);
  if (!own) return null;
  const { productId, price, salePrice, calculatedPrice } = own;
  const variants = prices.flatMap(({ variantId, calculatedPrice: costs }) =>
    variantId === null ? [] : [{ id: variantId, price: costs }],
  );
  const isSold = variants.length === 0 || variants.some((variant) => variant.price !== null);
  return { productId, ...(isSold ? { price, salePrice, calculatedPrice } : noPrice), variants };
}
