import { z } from 'zod';
import {
  verification,
  type Verification,
  verificationTrigger,
  type VerificationTrigger,
} from '../../../../contracts/admin/verification';
import type { EntityKind } from '../../catalog/model';
import type { StateLocks, StateStore } from '../../database/knex-state-store';
import type { VerifiedPiece, VerifiedUpTo } from '../../catalog/verification';

/** A pass with its progress, so that another process can resume it. */
export interface VerificationRecord {
  /** Until the pass ends, `waiting` counts every damaged record. */
  report: Verification;
  position: VerifiedUpTo;
  /** Damaged records to be fetched at the end; of very many, only the first. */
  damaged: DamagedRecord[];
}

export interface DamagedRecord {
  entity: EntityKind;
  id: number;
}

/** Another instance has resumed the pass, or has ended it. */
export class VerificationTakenOverError extends Error {}

const entity = z.enum(['category', 'brand', 'product']);
const recordSchema = z.object({
  /** Who holds the lease under which it was written last. */
  holder: z.string().optional(),
  report: verification,
  position: z.object({ entity, after: z.number() }),
  damaged: z.array(z.object({ entity, id: z.number() })).default([]),
});

const currentName = 'catalog.verification';
const lastName = 'catalog.verification.last';
const cancelName = 'catalog.verification.cancel';
const requestName = 'catalog.verification.requested';
const shownExamples = 20;

/**
 * Stores the pass under way and the previous one. An instance that paused for longer than its lease, and goes on, writes
 * nothing into a pass that another one has resumed.
 */
export function createVerificationMemory(state: StateStore & Pick<StateLocks, 'change' | 'changeWithin'>) {
  const current = recordSchema.nullable();
  const ownedBy = (holder: string, record: z.infer<typeof current>): void => {
    if (record?.holder !== holder) throw new VerificationTakenOverError('Another instance verifies the catalog.');
  };
  return {
    current: () => state.read(currentName, current),
    last: () => state.read(lastName, verification.nullable()),
    /** Call this within the lease. */
    take: (record: VerificationRecord, holder: string) => state.write(currentName, { ...record, holder }),
    /** @throws VerificationTakenOverError */
    async keep(record: VerificationRecord, holder: string): Promise<void> {
      await state.change(currentName, current, async (_transaction, stored) => {
        ownedBy(holder, stored);
        return { ...record, holder };
      });
    },
    /** @throws VerificationTakenOverError */
    async end(report: Verification, holder: string): Promise<void> {
      await state.change(currentName, current, async (transaction, stored) => {
        ownedBy(holder, stored);
        await state.changeWithin(transaction, lastName, { schema: verification, work: async () => report });
        return null;
      });
    },
    /** The trigger of a requested pass, which starts as soon as no run is under way; null without a request. */
    requested: () => state.read(requestName, verificationTrigger.nullable()),
    /** Whether a pass is under way or requested. */
    isDue: () => state.isAnySet([currentName, requestName]),
    request: (trigger: VerificationTrigger | null) => state.write(requestName, trigger),
    requestCancel: (id: string) => state.write(cancelName, id),
    isCancelRequested: async (id: string) => (await state.read(cancelName, z.string())) === id,
  };
}

export function aVerification({
  id,
  trigger,
  now,
}: {
  id: string;
  trigger: VerificationTrigger;
  now: Date;
}): Verification {
  return {
    id,
    status: 'running',
    trigger,
    startedAt: now.toISOString(),
    finishedAt: null,
    checked: { product: 0, category: 0, brand: 0 },
    repaired: { record: 0, precomputed: 0, links: 0, slug: 0, index: 0, search: 0, leftovers: 0 },
    waiting: 0,
    examples: [],
    error: null,
  };
}

/** The report with the findings of one more piece. */
export function withPiece(report: Verification, { entity, checked, repaired, leftovers }: VerifiedPiece): Verification {
  const counts = { ...report.repaired, leftovers: report.repaired.leftovers + leftovers };
  for (const { kinds } of repaired) for (const kind of kinds) counts[kind] += 1;
  return {
    ...report,
    checked: { ...report.checked, [entity]: report.checked[entity] + checked },
    repaired: counts,
    examples: [...report.examples, ...repaired.map(({ id, kinds }) => ({ entity, id, kinds }))].slice(0, shownExamples),
  };
}
