import { z } from 'zod';
import { UpstreamScopeError } from '../http/upstream-errors';
import type { UpstreamHttp } from '../http/upstream-http';
import { idOrNull } from '../wire/wire-values';

// Every store has it, and it is the default unless configured otherwise (upstream 5.2, 6.1).
const firstChannel = 1;
// A shopper is waiting: one attempt, and one retry in case of a transient failure.
const attempts = 2;

/**
 * The channel of a store's storefront unless configured otherwise (upstream 2.6); 1 if the token lacks the scope.
 * Rejects with the errors of `upstream-errors.ts`.
 */
export async function readDefaultChannel(http: UpstreamHttp, signal?: AbortSignal): Promise<number> {
  try {
    const schema = z.object({ default_channel_id: idOrNull });
    const store = await http.request({ path: '/v2/store', schema, priority: 'high', attempts, signal });
    return store.default_channel_id ?? firstChannel;
  } catch (error) {
    if (error instanceof UpstreamScopeError) return firstChannel;
    throw error;
  }
}
