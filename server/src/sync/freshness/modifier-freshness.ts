import { z } from 'zod';
import type { KeptModifiers } from '../../catalog/extras';
import type { StateLocks, StateStore } from '../../database/knex-state-store';
import { milliseconds } from '../../lib/durations';
import {
  createUpstreamModifiers,
  productsPerModifierPage,
  type ReceivedModifiers,
} from '../../upstream/modifiers-client';
import { createOptionalFreshness, type OptionalFreshness } from './optional-freshness';
import {
  createPendingFreshness,
  type PendingFreshness,
  type PendingFreshnessOptions,
  type ProductReading,
} from './pending-freshness';

// Set while the site reads no modifiers, if it did before.
const forgottenName = 'modifiers.forgotten';

/** Keeps the modifiers of products fresh (behavior 2.15). */
export function createModifierFreshness(
  options: PendingFreshnessOptions & { kept: KeptModifiers; state: StateStore & StateLocks },
): PendingFreshness & OptionalFreshness {
  const { kept, state, settings } = options;
  const products = createPendingFreshness(readingOf(kept), options);
  const isForgotten = () => state.isAnySet([forgottenName]);
  const optional = createOptionalFreshness({
    freshness: {
      async refreshSome(signal) {
        if (!(await isForgotten())) return products.refreshSome(signal);
        await products.markAll();
        await state.write(forgottenName, null);
        return true;
      },
      nextDue: async () => ((await isForgotten()) ? milliseconds(0) : products.nextDue()),
    },
    isRead: async () => (await settings.read()).plain.modifiersEnabled,
    isKept: kept.isAny,
    forget: async () =>
      void (await state.change(forgottenName, z.boolean(), async (transaction) => {
        await kept.forget(transaction);
        return true;
      })),
  });
  return { ...products, ...optional };
}

function readingOf(pending: KeptModifiers): ProductReading<ReceivedModifiers['products'][number]> {
  return {
    what: 'modifiers',
    pending,
    productsPerRequest: productsPerModifierPage,
    read: (parts, asked) => createUpstreamModifiers(parts).among(asked),
    write: pending.write,
  };
}
