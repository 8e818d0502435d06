import type { HeldRemoval } from '../../../../contracts/admin/removals';
import type { HealthCheck } from '../health-check';

const words: Record<HeldRemoval['entity'], string> = { product: 'products', category: 'categories', brand: 'brands' };

/** Nothing waits since removing it would exceed the removal limit. */
export function createRemovalHeldCheck({ held }: { held: () => Promise<HeldRemoval[]> }): HealthCheck {
  return {
    subject: 'What waits to be removed',
    run: async () =>
      (await held()).map(({ entity, count, examples }) => ({
        code: 'removal_held' as const,
        values: { entity, count, examples: examples.join(', ') },
        text:
          `The store no longer shows ${count} cached ${words[entity]} (${examples.join(', ')}${count > examples.length ? ', …' : ''}), more than the removal limit allows within ten minutes. ` +
          'They are still served. If that is right, let them be removed under Commerce Bridge → Runs; if not, check the store hash, the channel and the access token.',
      })),
  };
}
