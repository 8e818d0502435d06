import { need } from './access';
import { cartMutations } from './cart-mutations';
import { checkoutMutations } from './checkout-mutations';
import { customerMutations, login, logout } from './customer-mutations';
import { customerView } from './customer-views';
import type { Session, View } from './session';
import { siteView } from './site-view';

/** Fields of `Query` for one request. */
export function queryRoot(session: Session): View {
  return {
    site: () => need(session, ['Unauthenticated'], () => siteView(session)),
    customer: () =>
      need(session, ['Customer'], () => (session.customer ? customerView(session, session.customer) : null)),
    shopperPreferences: { locale: { resolved: session.market.locale } },
    channel: { entityId: session.channelId },
    store: { entityId: session.store.information.store_id },
  };
}

/** Fields of `Mutation` for one request. */
export function mutationRoot(session: Session): View {
  return {
    cart: () => need(session, ['Unauthenticated'], () => cartMutations(session)),
    checkout: () => need(session, ['Unauthenticated'], () => checkoutMutations(session)),
    customer: () => need(session, ['Customer'], () => customerMutations(session)),
    login: (args: { email: string; password: string; guestCartEntityId?: string | null }) =>
      need(session, ['Customer'], () => login(session, args)),
    logout: ({ cartEntityId }: { cartEntityId?: string | null }) =>
      need(session, ['Customer'], () => logout(session, cartEntityId)),
  };
}
