import { z } from 'zod';
import { hookAction, type HookAction } from '../../../contracts/admin/webhooks';
import type { StateLocks, StateStore } from '../database/knex-state-store';

const stateName = 'webhooks.registration';

const stateSchema = z.object({
  storeHash: z.string(),
  hooks: z.array(z.object({ id: z.int(), action: hookAction, at: z.number() })),
  refusedScopes: z.array(z.string()).default([]),
});

/** Our last action on a hook. */
export interface RememberedAction {
  action: HookAction;
  at: Date;
}

/** The ids of the hooks we registered at one store, each with our last action on it. */
export type RegistrationRecord = ReadonlyMap<number, RememberedAction>;

/** Remembers which hooks are ours; kept per store, since ids of one store mean nothing in another. */
export interface RegistrationMemory {
  read(storeHash: string): Promise<RegistrationRecord>;
  /**
   * Changes the record as it is at that moment, whoever else changes it.
   * @param refusedScopes the stored ones are kept if none are given
   */
  change(
    storeHash: string,
    work: (record: RegistrationRecord) => RegistrationRecord,
    refusedScopes?: readonly string[],
  ): Promise<void>;
  /** The scopes that the store refused at the last registration. */
  refusedScopes(storeHash: string): Promise<ReadonlySet<string>>;
}

export function createRegistrationMemory(state: StateStore & Pick<StateLocks, 'change'>): RegistrationMemory {
  async function storedOf(storeHash: string) {
    const stored = await state.read(stateName, stateSchema);
    return stored?.storeHash === storeHash ? stored : null;
  }

  return {
    read: async (storeHash) => recordIn(await storedOf(storeHash)),

    async refusedScopes(storeHash) {
      return new Set((await storedOf(storeHash))?.refusedScopes);
    },

    async change(storeHash, work, refusedScopes) {
      await state.change(stateName, stateSchema, async (_transaction, stored) => {
        const known = stored?.storeHash === storeHash ? stored : null;
        const hooks = [...work(recordIn(known))].map(([id, { action, at }]) => ({ id, action, at: at.getTime() }));
        return { storeHash, hooks, refusedScopes: [...(refusedScopes ?? known?.refusedScopes ?? [])] };
      });
    },
  };
}

function recordIn(stored: z.infer<typeof stateSchema> | null): Map<number, RememberedAction> {
  return new Map(stored?.hooks.map(({ id, action, at }) => [id, { action, at: new Date(at) }]));
}

/** Since when all hooks of this site report changes, as far as it knows; null while it has none. */
export function reportedSince(record: RegistrationRecord): Date | null {
  const times = [...record.values()].flatMap(({ action, at }) => (action === 'left_alone' ? [] : [at.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
