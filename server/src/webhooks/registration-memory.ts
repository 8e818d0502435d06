import { z } from 'zod';
import { hookAction, type HookAction } from '../../../contracts/admin/webhooks';
import type { StateStore } from '../database/knex-state-store';

const stateName = 'webhooks.registration';

const stateSchema = z.object({
  storeHash: z.string(),
  hooks: z.array(z.object({ id: z.int(), action: hookAction, at: z.number().transform((moment) => new Date(moment)) })),
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
  write(storeHash: string, record: RegistrationRecord): Promise<void>;
}

export function createRegistrationMemory(state: StateStore): RegistrationMemory {
  return {
    async read(storeHash) {
      const stored = await state.read(stateName, stateSchema);
      if (stored?.storeHash !== storeHash) return new Map();
      return new Map(stored.hooks.map(({ id, action, at }) => [id, { action, at }]));
    },

    async write(storeHash, record) {
      const hooks = [...record].map(([id, { action, at }]) => ({ id, action, at: at.getTime() }));
      await state.write(stateName, { storeHash, hooks });
    },
  };
}

/** Since when all hooks of this site report changes, as far as it knows; null while it has none. */
export function reportedSince(record: RegistrationRecord): Date | null {
  const times = [...record.values()].flatMap(({ action, at }) => (action === 'left_alone' ? [] : [at.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
