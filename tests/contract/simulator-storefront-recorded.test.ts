import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSchema, findBreakingChanges } from 'graphql';
import { SCHEMA_SUBSET } from '../../simulator/src/storefront/schema';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { upstreamReference, whenAvailable } from '../support/requirements';
import { mintToken, StorefrontClient } from '../support/http/storefront-client';
import { at, type Json } from '../support/shops/simulator-client';

interface Recording {
  name: string;
  query: string;
  variables: Json;
  status: number;
  response: Json;
}

/**
 * Keys and kinds of values. A null matches anything, an empty list any list: a value may exist in only one of the
 * stores.
 */
function differences(recorded: Json, responded: Json, path = ''): string[] {
  if (recorded === null || responded === null) return [];
  if (Array.isArray(recorded) || Array.isArray(responded)) {
    if (!Array.isArray(recorded) || !Array.isArray(responded)) return [`${path}: one is a list, the other is not`];
    const [first] = recorded;
    const [second] = responded;
    return first === undefined || second === undefined ? [] : differences(first, second, `${path}[]`);
  }
  if (typeof recorded !== typeof responded) return [`${path}: ${typeof recorded} recorded, ${typeof responded} sent`];
  if (typeof recorded !== 'object' || typeof responded !== 'object') return [];
  const keys = new Set([...Object.keys(recorded), ...Object.keys(responded)]);
  return [...keys].flatMap((key) => {
    const [left, right] = [recorded[key], responded[key]];
    if (left === undefined || right === undefined)
      return [`${path}.${key}: only ${left === undefined ? 'sent' : 'recorded'}`];
    return differences(left, right, `${path}.${key}`);
  });
}

whenAvailable(upstreamReference()).describe(
  'the storefront responds in the shape of the recorded exchanges',
  (reference) => {
    const folder = join(reference, 'recorded', 'storefront-graphql');
    const schemaFile = join(reference, 'storefront-schema.graphql');
    const names =
      reference === ''
        ? ['recordings']
        : readdirSync(folder)
            .map((file) => file.replace(/\.json$/, ''))
            .sort();
    let simulator: Simulator;
    let shopper: StorefrontClient;
    const carts: Record<string, string> = {};
    let jacket: { id: number; variant: number };
    let cap: { id: number; variant: number };

    beforeAll(async () => {
      simulator = await startSimulator({ products: 1, quota: 0, schemaFile });
      shopper = new StorefrontClient(simulator, await mintToken(simulator));
      const { categories, products } = simulator.store;
      const tops = categories.create({ name: 'Tops', url: { path: '/collections/tops/', is_customized: true } });
      const jackets = categories.create({
        name: 'Jackets',
        url: { path: '/collections/jackets/', is_customized: true },
      });
      const henleys = categories.create({
        name: 'Henleys',
        parent_id: tops.id,
        url: { path: '/collections/tops/henleys/', is_customized: true },
      });
      const rich = products.create({
        name: 'Rye Leather Moto Jacket',
        price: 495,
        sale_price: 396,
        channels: [1],
        categories: [jackets.id, henleys.id],
        inventory_tracking: 'variant',
        custom_url: { url: '/products/rye-leather-moto-jacket/', is_customized: true },
        description: `<p>${'A café-racer jacket in vegetable-tanned lambskin. '.repeat(8)}</p>`,
        images: [{}, {}, {}],
        variants: ['XS', 'S', 'M'].map((size) => ({ options: { Size: size, Color: 'Black' }, inventory_level: 3 })),
      });
      const single = products.create({
        name: 'Wren Washed Cap',
        price: 42,
        channels: [1],
        custom_url: { url: '/products/wren-washed-cap/', is_customized: true },
        images: [{}],
        variants: [{ options: { Size: 'One Size', Color: 'Washed Black' } }],
      });
      const digital = products.create({ name: 'Care Guide', price: 12, type: 'digital', channels: [1] });
      jacket = { id: rich.id, variant: rich.variants[0]?.id ?? 0 };
      cap = { id: single.id, variant: single.variants[0]?.id ?? 0 };
      const physicalLine = { productEntityId: cap.id, variantEntityId: cap.variant, quantity: 2 };
      const digitalLine = { productEntityId: digital.id, quantity: 1 };
      for (const [kind, lines] of Object.entries({
        physical: [physicalLine],
        digital: [digitalLine],
        mixed: [digitalLine, physicalLine],
      })) {
        carts[kind] = simulator.storefront.carts.create({ lines, channelId: 1, customerId: 0 }).id;
      }
    });
    afterAll(async () => {
      expect(simulator.defects).toEqual([]);
      await simulator.close();
    });

    /** The recorded variables with this store's ids instead of the recorded ones. */
    function variablesFor(recording: Recording): unknown {
      const cart = /^cart-(digital|mixed|physical)$/.exec(recording.name)?.[1];
      if (cart !== undefined) return { entityId: carts[cart] };
      if (recording.name === 'error-cart-version-conflict') {
        const line = simulator.storefront.carts.get(carts['physical'] ?? '').lines[0]?.id;
        return {
          input: {
            ...Object(at(recording.variables, 'input')),
            cartEntityId: carts['physical'],
            lineItemEntityId: line,
            version: 99,
          },
        };
      }
      const text = JSON.stringify(recording.variables)
        .replace(/"productEntityId":19[01]/g, `"productEntityId":${cap.id}`)
        .replace(/"productEntityId":189/g, `"productEntityId":${jacket.id}`)
        .replace(/"variantEntityId":\d+/g, `"variantEntityId":${cap.variant}`)
        .replace(/"entityId":\d+/g, `"entityId":${jacket.id}`)
        .replace(/"multiColour":\d+/, `"multiColour":${jacket.id}`)
        .replace(/"singleVariant":\d+/, `"singleVariant":${cap.id}`)
        .replace(
          /"categoryEntityId":\d+/,
          `"categoryEntityId":${simulator.store.categories.all().find((each) => each.name === 'Jackets')?.id}`,
        );
      return JSON.parse(text);
    }

    test('there are 22 of them', () => {
      expect(names).toHaveLength(22);
    });

    test.each(names)('%s', async (name) => {
      const recording: Recording = { name, ...JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) };
      const { body, status } = await shopper.send(recording.query, variablesFor(recording));
      expect(status).toBe(recording.status);
      expect(differences(recording.response, body)).toEqual([]);
      const recorded = Object(recording.response);
      const responded = Object(body);
      expect(Object.keys(responded)).toEqual(Object.keys(recorded));
      // Clients can only distinguish errors by their message: these must match exactly, and so must their paths.
      expect(responded.errors).toEqual(recorded.errors);
      if (recorded.errors === undefined) expect(JSON.stringify(body)).not.toBe(JSON.stringify({ data: null }));
    });

    test("every field of the project's schema is in upstream's own, with the same type", () => {
      const subset = buildSchema(readFileSync(SCHEMA_SUBSET, 'utf8'));
      const upstream = buildSchema(readFileSync(schemaFile, 'utf8'));
      expect(findBreakingChanges(subset, upstream)).toEqual([]);
    });

    test("a token allows introspection of upstream's own schema", async () => {
      const { body } = await shopper.send('{ __schema { types { name } } }');
      expect(Object(at(body, 'data', '__schema', 'types')).length).toBeGreaterThan(700);
    });
  },
);
