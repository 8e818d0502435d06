import { expect } from 'vitest';
import { ManualClock, startSimulator, type Simulator } from '../../../simulator/src/server';
import { CREATE_CART } from './cart-documents';
import { mintToken, StorefrontClient } from '../http/storefront-client';
import { at, type Json } from './simulator-client';

/** A shopper before a simulated store that sells a mug and a shirt in two sizes. */
export interface SimulatedStorefront {
  clock: ManualClock;
  simulator: Simulator;
  shopper: StorefrontClient;
  mug: { id: number; variants: number[] };
  shirt: { id: number; variants: number[]; options: { option: number; value: number }[] };
}

export async function openSimulatedStorefront(): Promise<SimulatedStorefront> {
  const clock = new ManualClock();
  const simulator = await startSimulator({ products: 5, quota: 0, clock });
  const shopper = new StorefrontClient(simulator, await mintToken(simulator));
  const { products } = simulator.store;
  const simple = products.create({
    name: 'Mug',
    price: 12.5,
    sale_price: 10,
    inventory_tracking: 'product',
    inventory_level: 6,
    channels: [1],
  });
  const rich = products.create({
    name: 'Shirt',
    price: 30,
    channels: [1],
    variants: [{ options: { Size: 'S' } }, { options: { Size: 'M' }, price: 33 }],
  });
  return {
    clock,
    simulator,
    shopper,
    mug: { id: simple.id, variants: simple.variants.map((variant) => variant.id) },
    shirt: {
      id: rich.id,
      variants: rich.variants.map((variant) => variant.id),
      options: rich.variants.map((variant) => ({
        option: variant.option_values[0]?.option_id ?? 0,
        value: variant.option_values[0]?.id ?? 0,
      })),
    },
  };
}

export async function createCartFor(shopper: StorefrontClient, lineItems: unknown[]): Promise<Json> {
  return shopper.data(CREATE_CART, { input: { lineItems } }, 'cart', 'createCart', 'cart');
}

/** The error message for a document that the store rejects without a code. */
export async function refusalOf(
  shopper: StorefrontClient,
  { query, variables }: { query: string; variables: unknown },
): Promise<string> {
  const { body, status } = await shopper.send(query, variables);
  expect(status).toBe(200);
  expect(Object(at(body, 'errors', 0))).not.toHaveProperty('extensions');
  return String(at(body, 'errors', 0, 'message'));
}
