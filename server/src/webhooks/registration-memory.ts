import { z } from 'zod';
import { hookAction, type HookAction } from '../../../contracts/admin/webhooks';
import type { StateStore } from '../database/knex-state-store';

const stateName = 'webhooks.registration';

const stateSchema = z.object({
  storeHash: z.string(),
  hooks: z.array(z.object({ id: z.int(), action: hookAction, at: z.number().transform((moment) => new Date(moment)) })),
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
  /** Keeps the stored refused scopes if none are given. */
  write(storeHash: string, record: RegistrationRecord, refusedScopes?: readonly string[]): Promise<void>;
  /** The scopes that the store refused at the last registration. */
  refusedScopes(storeHash: string): Promise<ReadonlySet<string>>;
}

export function createRegistrationMemory(state: StateStore): RegistrationMemory {
  async function storedOf(storeHash: string) {
    const stored = await state.read(stateName, stateSchema);
    return stored?.storeHash === storeHash ? stored : null;
  }

  return {
    async read(storeHash) {
      const stored = await storedOf(storeHash);
      return new Map(stored?.hooks.map(({ id, action, at }) => [id, { action, at }]));
    },

    async refusedScopes(storeHash) {
      return new Set((await storedOf(storeHash))?.refusedScopes);
    },

    async write(storeHash, record, refusedScopes) {
      const hooks = [...record].map(([id, { action, at }]) => ({ id, action, at: at.getTime() }));
      const refused = refusedScopes ?? (await storedOf(storeHash))?.refusedScopes ?? [];
      await state.write(stateName, { storeHash, hooks, refusedScopes: refused });
    },
  };
}

/** Since when all hooks of this site report changes, as far as it knows; null while it has none. */
export function reportedSince(record: RegistrationRecord): Date | null {
  const times = [...record.values()].flatMap(({ action, at }) => (action === 'left_alone' ? [] : [at.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
