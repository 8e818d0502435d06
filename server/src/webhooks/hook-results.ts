import type { HookResult } from '../../../contracts/admin/webhooks';
import type { UpstreamHook, UpstreamHooks } from '../upstream/hooks-client';
import type { HookVerdict } from './hook-verdicts';

/** How verdicts on hooks are carried out. */
export interface ApplyOptions {
  hooks: UpstreamHooks;
  destination: string;
  /** The token that hooks carry from now on. */
  token: string;
  /** Lists upstream's hooks again and judges them. */
  judgeAgain: () => Promise<HookVerdict[]>;
  /** Whether there is time for another request; what is left is done by the next registration. */
  hasTime: () => boolean;
}

/** What a result shows of a hook. */
export function shown({
  id,
  scope,
  destination,
  isActive,
}: UpstreamHook): Pick<HookResult, 'id' | 'scope' | 'destination' | 'isActive'> {
  return { id, scope, destination, isActive };
}
