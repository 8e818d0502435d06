import { eventsOf, type WebhookEvent } from '../../simulator/src/hooks/events';
import type { Simulator } from '../../simulator/src/server';
import { changer } from '../../tests/support/convergence/changes';
import type { Randomness } from '../../tests/support/randomness';
import type { Deliveries } from './deliveries';
import type { Freshness } from './freshness';

/** Edits that raise events, since only events report changes to the site. */
const others = [
  'rename',
  'restock',
  'hide',
  'show',
  'move between categories',
  'swap slugs',
  'create product',
  'delete product',
  'create category',
] as const;

/** The price encodes the version of a product. */
export const priceOf = (version: number): number => version / 100;
export const versionOf = (price: number | null): number => Math.round((price ?? 0) * 100);

// Above the versions that products start with.
const firstVersion = 10_000;

/**
 * The returned function makes one edit, sometimes two, and delivers the events; it resolves once all are acknowledged.
 */
export function createEditor(parts: {
  simulator: Simulator;
  deliveries: Deliveries;
  freshness: Freshness;
  random: Randomness;
}): () => Promise<void> {
  const { simulator, deliveries, freshness, random } = parts;
  const { store } = simulator;
  const edit = changer(store);
  let raised: WebhookEvent[] = [];
  store.onChange((change) => raised.push(...eventsOf(change, store.state)));
  let version = firstVersion;

  const eventsOfEdit = (work: () => void): WebhookEvent[] => {
    raised = [];
    work();
    return raised;
  };
  const draw = () => ({
    change: random.pick(others),
    pick: random.below(1e6),
    other: random.below(1e6),
    value: random.below(1e6),
  });

  return async () => {
    const product = random.pick(store.products.ids());
    version += 1;
    const own = version;
    freshness.changed(product, own);
    const events = eventsOfEdit(() => void store.products.update(product, { price: priceOf(own) }));
    const further = random.below(4) === 0 ? eventsOfEdit(() => edit(draw())) : [];
    await Promise.all([
      ...further.map((event) => deliveries.deliver(event)),
      ...events.map(async (event) => {
        const at = await deliveries.deliver(event);
        if (at !== null) freshness.acknowledged(product, own, at);
      }),
    ]);
  };
}
