import type { HeldRemoval } from '../../../../contracts/admin/removals';
import type { HealthCheck } from '../health-check';

const words: Record<HeldRemoval['entity'], string> = { product: 'products', category: 'categories', brand: 'brands' };

/** Checks that the removal limit holds no removals back. */
export function createRemovalHeldCheck({ held }: { held: () => Promise<HeldRemoval[]> }): HealthCheck {
  return {
    subject: 'removals',
    run: async () =>
      (await held()).map(({ entity, count, examples }) => ({
        code: 'removal_held' as const,
        values: { entity, count, examples: examples.join(', ') },
        text:
          `${count} cached ${words[entity]} (${examples.join(', ')}${count > examples.length ? ', …' : ''}) are no longer in BigCommerce, more than the removal limit allows within ten minutes. ` +
          'Nothing has been removed yet. If this is expected, approve the removal under Commerce Bridge → Sync history; if not, check the store hash, channel, and access token.',
      })),
  };
}
