import { type MarketOffer, type ProductInMarket, productInMarket } from '../../../contracts/admin/product-in-market';
import type { CommandContext } from '../command';
import { type ExitCode, exitCodes } from '../exit-codes';
import { read } from '../site/responses';

/** `explain --market`: a product in a market on the site, the store's current data, and the source of the price. */
export async function explainInMarket(id: number, key: string, context: CommandContext): Promise<ExitCode> {
  const { site, output, isJson } = context;
  const path = `/products/${id}/markets/${encodeURIComponent(key)}`;
  const compared = await read(site, { method: 'GET', path }, productInMarket);
  if (isJson) await output.json({ id, market: compared });
  else for (const line of describe(compared)) await output.line(line);
  return compared.store.kind === 'failed' ? exitCodes.partial : exitCodes.done;
}

function describe({ name, key, currency, site, store, differences }: ProductInMarket): string[] {
  return [
    `In the market ${name} (${key}):`,
    site.kind === 'not_ready'
      ? 'The site has not read this market completely yet.'
      : `The site shows it ${site.kind === 'sold' ? inWords(site.offer, currency) : 'as not sold'}.`,
    ...describeStore(store, currency),
    ...(differences.length > 0 ? [`They differ in: ${differences.join(', ')}.`] : []),
  ];
}

function describeStore(store: ProductInMarket['store'], currency: string): string[] {
  if (store.kind === 'failed') return [`The store could not be reached: ${store.message}`];
  if (store.kind === 'not_sold') return ['The store does not sell it there.'];
  return [
    `The store sells it ${inWords(store.offer, currency)}.`,
    `The price comes from ${sourceInWords(store.source)}.`,
    ...store.offer.variants.map(
      ({ name, price }) => `- ${name}: ${price === null ? 'no price' : `${price} ${currency}`}`,
    ),
  ];
}

function inWords({ price, calculatedPrice }: MarketOffer, currency: string): string {
  if (calculatedPrice === null) return 'without a price';
  return `for ${calculatedPrice} ${currency}${price === calculatedPrice ? '' : `, instead of ${price} ${currency}`}`;
}

type Source = Extract<ProductInMarket['store'], { kind: 'sold' }>['source'];

function sourceInWords(source: Source): string {
  if (source.kind === 'unknown') return `what the store does not provide: ${source.message}`;
  if (source.kind === 'price_list') return `the price list ${source.name}`;
  const { conversion } = source;
  const converted = conversion ? `, converted from ${conversion.from} to ${conversion.to}` : '';
  if (source.kind === 'group_discount') return `the discounts of the customer group ${source.name}${converted}`;
  return `the catalog${converted}${source.listWithout === null ? '' : `; the price list ${source.listWithout} has none for it`}`;
}
