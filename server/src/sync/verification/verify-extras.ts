import type { Verification } from '../../../../contracts/admin/verification';
import type { ExtrasVerification } from '../../catalog/extras';
import type { ExtraUpkeep } from '../freshness/extras-upkeep';

export interface ExtrasVerificationOptions {
  extrasVerification: ExtrasVerification;
  modifierFreshness: Pick<ExtraUpkeep, 'isRead' | 'mark'>;
  metafieldFreshness: Pick<ExtraUpkeep, 'isRead' | 'mark'>;
}

const shownExamples = 20;

/**
 * Verifies the modifiers and metafields that are stored, and has those of products with a damaged row read again
 * (behavior 2.17).
 * @returns null where the site reads neither
 */
export function createVerifyExtras({ extrasVerification, ...upkeep }: ExtrasVerificationOptions) {
  const kinds = [
    { kind: 'modifiers' as const, ...upkeep.modifierFreshness },
    { kind: 'metafields' as const, ...upkeep.metafieldFreshness },
  ];

  return async (signal: AbortSignal): Promise<NonNullable<Verification['extras']> | null> => {
    const read = kinds.filter(({ isRead }) => isRead());
    if (read.length === 0) return null;
    const report = { checked: 0, repaired: 0 };
    const damaged = new Set<number>();
    for (const { kind, mark } of read) {
      for (let after: number | null = 0; after !== null; ) {
        signal.throwIfAborted();
        const found = await extrasVerification.verifySome({ kind, after });
        report.checked += found.checked;
        report.repaired += found.productIds.length;
        for (const id of found.productIds) damaged.add(id);
        await mark(found.productIds);
        after = found.next;
      }
    }
    return { ...report, products: [...damaged].slice(0, shownExamples) };
  };
}
