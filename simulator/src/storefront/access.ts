import { insufficientScope, invalidCustomerToken } from './failures';
import type { Session } from './session';
import type { TokenScope } from './tokens';

/** The result, if the token has all these scopes; there is no hierarchy between them (upstream 5.1). */
export function need<Result>(session: Session, required: readonly TokenScope[], resolve: () => Result): Result {
  if (!required.every((scope) => session.scopes.includes(scope))) throw insufficientScope(required);
  if (session.customerTokenInvalid) throw invalidCustomerToken();
  return resolve();
}
